import { describe, expect, it } from 'vitest';
import { NOW, ago, pairsInOrder, recordWith, tenantWith, type Cause } from '../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './codes/limits.js';
import { verifyEnrolled, type VerifyEnrolled } from './verify-enrolled.js';

const right: VerifyEnrolled = {
  factor: 'totp',
  tenant: tenantWith(),
  allowedFactors: null,
  record: recordWith({
    factors: { totp: { enrolledAt: ago(1), verifier: 'before', wrongInARow: 0 } },
  }),
  guess: { type: 'code', matches: true },
  verifier: 'after',
};

/** The same after this number of wrong answers in a row; nothing where the factor is not enrolled. */
function withRow(input: VerifyEnrolled, wrongInARow: number): VerifyEnrolled {
  const { totp } = input.record.factors;
  if (totp === undefined) return input;
  return { ...input, record: { ...input.record, factors: { totp: { ...totp, wrongInARow } } } };
}

const verify = (input: VerifyEnrolled) => verifyEnrolled(input, NOW, LIMITS);

/** In the order of the checks: 503, 409, 422. */
const CAUSES: readonly Cause<VerifyEnrolled>[] = [
  ['factor_not_allowed', (input) => ({ ...input, allowedFactors: ['sms'] })],
  ['factor_not_enrolled', (input) => ({ ...input, record: { ...input.record, factors: {} } })],
  ['factor_suspended', (input) => withRow(input, 100)],
  ['code_malformed', (input) => ({ ...input, guess: { type: 'malformed' } })],
  [
    'attempts_exhausted',
    (input) => ({
      ...input,
      record: { ...input.record, wrongGuesses: new Array<Date>(10).fill(NOW) },
    }),
  ],
];

describe('an answer to an enrolled factor', () => {
  it('is good once: what the factor verifies by is replaced, and nothing else', () => {
    expect(verify(right)._unsafeUnwrap()).toEqual({
      record: recordWith({
        factors: { totp: { enrolledAt: ago(1), verifier: 'after', wrongInARow: 0 } },
      }),
      outcome: { type: 'accepted' },
    });
  });

  it('that is wrong counts against the hour and in a row, and leaves what the factor verifies by', () => {
    const { record, outcome } = verify({
      ...right,
      guess: { type: 'code', matches: false },
    })._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
    expect(record).toEqual({ ...withRow(right, 1).record, wrongGuesses: [NOW] });
  });

  it('suspends the factor with the 100th wrong one in a row, and ends the row where it is right', () => {
    const nearly = withRow(right, 99);
    const wrong = verify({ ...nearly, guess: { type: 'code', matches: false } })._unsafeUnwrap();
    expect(wrong.outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
    const later = { ...right, record: { ...wrong.record, wrongGuesses: [] } };
    expect(verify(later)._unsafeUnwrapErr()).toEqual({ code: 'factor_suspended' });
    expect(verify(nearly)._unsafeUnwrap().record.factors.totp?.wrongInARow).toBe(0);
  });

  it.each(CAUSES)('is refused with %s', (code, spoil) => {
    expect(verify(spoil(right))._unsafeUnwrapErr().code).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))('$first wins over $later', ({ first, both }) => {
    expect(verify(both(right))._unsafeUnwrapErr().code).toBe(first);
  });

  it('is refused where the tenant does not allow the factor, whatever the organisation does', () => {
    const tenant = tenantWith({}, { allowedFactors: ['sms'] });
    const refused = verify({ ...right, tenant, allowedFactors: ['totp'] });
    expect(refused._unsafeUnwrapErr().code).toBe('factor_not_allowed');
  });
});

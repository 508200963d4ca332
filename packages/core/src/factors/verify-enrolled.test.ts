import { describe, expect, it } from 'vitest';
import { NOW, ago, pairsInOrder, recordWith, tenantWith, type Cause } from '../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './codes/limits.js';
import { verifyEnrolled, type VerifyEnrolled } from './verify-enrolled.js';

const right: VerifyEnrolled = {
  factor: 'totp',
  tenant: tenantWith(),
  allowedFactors: null,
  record: recordWith({ factors: { totp: { enrolledAt: ago(1), verifier: 'before' } } }),
  guess: { type: 'code', matches: true },
  verifier: 'after',
};

const verify = (input: VerifyEnrolled) => verifyEnrolled(input, NOW, LIMITS);

/** In the order of the checks: 503, 409, 422. */
const CAUSES: readonly Cause<VerifyEnrolled>[] = [
  ['factor_not_allowed', (input) => ({ ...input, allowedFactors: ['sms'] })],
  ['factor_not_enrolled', (input) => ({ ...input, record: { ...input.record, factors: {} } })],
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
      record: recordWith({ factors: { totp: { enrolledAt: ago(1), verifier: 'after' } } }),
      outcome: { type: 'accepted' },
    });
  });

  it('that is wrong counts against the hour, and leaves the factor as it was', () => {
    const { record, outcome } = verify({
      ...right,
      guess: { type: 'code', matches: false },
    })._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
    expect(record).toEqual({ ...right.record, wrongGuesses: [NOW] });
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

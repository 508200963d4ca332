import { describe, expect, it } from 'vitest';
import {
  NOW,
  pairsInOrder,
  recordWith,
  tenantWith,
  type Cause,
  bound,
} from '../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './codes/limits.js';
import type { FactorRecord } from './factor-record.js';
import { verifyEnrolled, type VerifyEnrolled } from './verify-enrolled.js';

const right: VerifyEnrolled = {
  factor: 'totp',
  tenant: tenantWith(),
  allowedFactors: null,
  record: recordWith({ authenticators: [bound('totp', { verifier: 'before' })] }),
  answer: { type: 'code', named: null, proven: { id: 'totp-1', verifier: 'after' } },
};

const WRONG = { type: 'code', named: null, proven: null } as const;

/** The same after this number of wrong answers in a row for each authenticator. */
function withRow(input: VerifyEnrolled, wrongInARow: number): VerifyEnrolled {
  const authenticators = input.record.authenticators.map((one) => ({ ...one, wrongInARow }));
  return { ...input, record: { ...input.record, authenticators } };
}

const verify = (input: VerifyEnrolled) => verifyEnrolled(input, NOW, LIMITS);

/** In the order of the checks: 503, 409, 422. */
const CAUSES: readonly Cause<VerifyEnrolled>[] = [
  ['factor_not_allowed', (input) => ({ ...input, allowedFactors: ['sms'] })],
  [
    'factor_not_enrolled',
    (input) => ({ ...input, record: { ...input.record, authenticators: [] } }),
  ],
  ['factor_suspended', (input) => withRow(input, 100)],
  ['code_malformed', (input) => ({ ...input, answer: { type: 'malformed' } })],
  [
    'attempts_exhausted',
    (input) => ({
      ...input,
      record: { ...input.record, wrongGuesses: new Array<Date>(10).fill(NOW) },
    }),
  ],
];

describe('an answer to an enrolled factor', () => {
  it('is good once: what the factor verifies by is replaced, and the use is remembered', () => {
    expect(verify(right)._unsafeUnwrap()).toEqual({
      record: recordWith({
        authenticators: [bound('totp', { verifier: 'after', lastUsedAt: NOW })],
      }),
      outcome: { type: 'accepted' },
    });
  });

  it('that is wrong counts against the hour and in a row, and leaves what the factor verifies by', () => {
    const { record, outcome } = verify({ ...right, answer: WRONG })._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
    expect(record).toEqual({ ...withRow(right, 1).record, wrongGuesses: [NOW] });
  });

  // standard: nist/3.2.2-limit, nist/3.2.2-success
  it('suspends the factor with the 100th wrong one in a row, and ends the row where it is right', () => {
    const nearly = withRow(right, 99);
    const wrong = verify({ ...nearly, answer: WRONG })._unsafeUnwrap();
    expect(wrong.outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
    const later = { ...right, record: { ...wrong.record, wrongGuesses: [] } };
    expect(verify(later)._unsafeUnwrapErr()).toEqual({ code: 'factor_suspended' });
    expect(rows(verify(nearly)._unsafeUnwrap().record)).toEqual([0]);
  });

  describe('where the person has several authenticators', () => {
    const several = (first: number, second: number): VerifyEnrolled => ({
      ...right,
      record: recordWith({
        authenticators: [
          bound('sms', { wrongInARow: 7 }),
          bound('totp', { wrongInARow: first }),
          bound('totp', { id: 'totp-2', wrongInARow: second }),
        ],
      }),
    });

    it('counts for all that it is tried against, and for none that is suspended', () => {
      const wrong = verify({ ...several(3, 100), answer: WRONG })._unsafeUnwrap();
      expect(rows(wrong.record)).toEqual([7, 4, 100]);
      expect(rows(verify(several(3, 100))._unsafeUnwrap().record)).toEqual([7, 0, 100]);
      expect(rows(verify(several(3, 4))._unsafeUnwrap().record)).toEqual([7, 0, 0]);
    });

    it('counts for the one that it names alone, and that one may be suspended before the factor is', () => {
      const answer = { ...WRONG, named: 'totp-2' };
      const wrong = verify({ ...several(3, 99), answer })._unsafeUnwrap();
      expect(rows(wrong.record)).toEqual([7, 3, 100]);
      const again = { ...right, record: { ...wrong.record, wrongGuesses: [] } };
      expect(verify({ ...again, answer })._unsafeUnwrapErr().code).toBe('factor_suspended');
      expect(verify(again).isOk()).toBe(true);
    });
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

function rows({ authenticators }: FactorRecord): readonly number[] {
  return authenticators.map(({ wrongInARow }) => wrongInARow);
}

import { err, ok, type Result } from 'neverthrow';
import type { Tenant } from '../tenants/tenant.js';
import { addWrongGuess, checkGuessBudget } from './codes/budgets.js';
import type { AttemptsExhausted, CheckedCode, Guess } from './codes/check-code.js';
import type { CodeLimits } from './codes/limits.js';
import type { CodeMalformed } from '../shared/one-time-code.js';
import type { FactorName, KeptFactor } from '../records/factor-name.js';
import type { FactorRecord } from './factor-record.js';
import type { FactorNotEnrolled } from './factor.js';
import { requireAllowed, type FactorNotAllowed } from './require-allowed.js';
import { countAnswer, requireUsable, type FactorSuspended } from './suspension.js';

export type VerifyEnrolledRefused =
  | FactorNotAllowed
  | FactorNotEnrolled
  | FactorSuspended
  | CodeMalformed
  | AttemptsExhausted;

/** An answer to an enrolled factor without a challenge. */
export interface VerifyEnrolled {
  readonly factor: KeptFactor;
  readonly tenant: Pick<Tenant, 'mfa'>;
  /** Those of the session's organisation; null if the session has none. */
  readonly allowedFactors: readonly FactorName[] | null;
  readonly record: FactorRecord;
  readonly guess: Guess;
  /** The data that the factor verifies answers with after a correct one, so that each is valid once. */
  readonly verifier: string | null;
}

/**
 * Checks an answer for an enrolled factor. A wrong answer counts towards the identity's hourly budget, over all
 * factors, and towards those in a row of this factor. It is stored, so it is an outcome inside Ok. The order of the
 * checks is 503, 409, 422.
 */
export function verifyEnrolled(
  { factor, tenant, allowedFactors, record, guess, verifier }: VerifyEnrolled,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyEnrolledRefused> {
  const allowed = requireAllowed(factor, tenant, allowedFactors);
  if (allowed.isErr()) return err(allowed.error);
  const enrolled = record.factors[factor];
  if (enrolled === undefined) return err({ code: 'factor_not_enrolled' });
  const usable = requireUsable(enrolled, limits);
  if (usable.isErr()) return err(usable.error);
  if (guess.type === 'malformed') return err({ code: 'code_malformed' });
  if (checkGuessBudget(record.wrongGuesses, now, limits).isErr()) {
    return err({ code: 'attempts_exhausted' });
  }
  if (!guess.matches) {
    const wrongGuesses = addWrongGuess(record.wrongGuesses, now);
    const error = { code: 'code_mismatch' } as const;
    const refused = {
      record: { ...record, wrongGuesses },
      outcome: { type: 'refused', error },
    } as const;
    return ok(countAnswer(factor, record, refused));
  }
  const factors = { ...record.factors, [factor]: { ...enrolled, verifier } };
  const accepted = { record: { ...record, factors }, outcome: { type: 'accepted' } } as const;
  return ok(countAnswer(factor, record, accepted));
}

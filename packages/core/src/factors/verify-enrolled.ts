import { err, ok, type Result } from 'neverthrow';
import type { Tenant } from '../tenants/tenant.js';
import { addWrongGuess, checkGuessBudget } from './codes/budgets.js';
import type { AttemptsExhausted, CheckedCode, CheckOutcome } from './codes/check-code.js';
import type { CodeLimits } from './codes/limits.js';
import type { CodeMalformed } from '../shared/one-time-code.js';
import type { FactorName, KeptFactor } from '../records/factor-name.js';
import { isEnrolled } from './authenticator.js';
import type { FactorRecord } from './factor-record.js';
import type { FactorNotEnrolled } from './factor.js';
import { requireAllowed, type FactorNotAllowed } from './require-allowed.js';
import { countAnswer, requireUsable, type Answered, type FactorSuspended } from './suspension.js';

export type VerifyEnrolledRefused =
  | FactorNotAllowed
  | FactorNotEnrolled
  | FactorSuspended
  | CodeMalformed
  | AttemptsExhausted;

/** An answer that was already compared with what is stored, so that the decision needs no keys. */
export type EnrolledAnswer =
  | { readonly type: 'malformed' }
  | ({ readonly type: 'code' } & Pick<Answered, 'named' | 'proven'>);

/** An answer to an enrolled factor without a challenge. */
export interface VerifyEnrolled {
  readonly factor: KeptFactor;
  readonly tenant: Pick<Tenant, 'mfa'>;
  /** Those of the session's organisation; null if the session has none. */
  readonly allowedFactors: readonly FactorName[] | null;
  readonly record: FactorRecord;
  /** What it proves is an authenticator that is not suspended. */
  readonly answer: EnrolledAnswer;
}

/**
 * Checks an answer for an enrolled factor. A wrong answer counts towards the identity's hourly budget, over all
 * factors, and towards those in a row of the authenticators that it was compared with. It is stored, so it is an outcome
 * inside Ok. The order of the checks is 503, 409, 422.
 */
export function verifyEnrolled(
  { factor, tenant, allowedFactors, record, answer }: VerifyEnrolled,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyEnrolledRefused> {
  const allowed = requireAllowed(factor, tenant, allowedFactors);
  if (allowed.isErr()) return err(allowed.error);
  if (!isEnrolled(record.authenticators, factor)) return err({ code: 'factor_not_enrolled' });
  const named = answer.type === 'code' ? answer.named : null;
  const usable = requireUsable(record.authenticators, factor, limits, named);
  if (usable.isErr()) return err(usable.error);
  if (answer.type === 'malformed') return err({ code: 'code_malformed' });
  if (checkGuessBudget(record.wrongGuesses, now, limits).isErr()) {
    return err({ code: 'attempts_exhausted' });
  }
  const isRight = answer.proven !== null;
  const wrongGuesses = isRight ? record.wrongGuesses : addWrongGuess(record.wrongGuesses, now);
  const outcome = isRight ? ACCEPTED : MISMATCH;
  const checked = { record: { ...record, wrongGuesses }, outcome };
  return ok(countAnswer({ factor, ...answer }, record, checked, now, limits));
}

const ACCEPTED: CheckOutcome = { type: 'accepted' };
const MISMATCH: CheckOutcome = { type: 'refused', error: { code: 'code_mismatch' } };

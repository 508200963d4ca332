import { err, ok, type Result } from 'neverthrow';
import type { FactorName } from '../../records/factor-name.js';
import type { Tenant } from '../../tenants/tenant.js';
import { isEnrolled } from '../authenticator.js';
import { isTaken, type Challenge, type SessionTaken } from '../challenge.js';
import { checkGuessBudget, type GuessBudgetSpent } from '../codes/budgets.js';
import { pendingCode } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { FactorNotEnrolled } from '../factor.js';
import type { FactorRecord } from '../factor-record.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';
import { requireUsable, type FactorSuspended } from '../suspension.js';
import type { StoredChallenge } from './webauthn-challenge.js';

export type IssueRequestRefused =
  | FactorNotAllowed
  | FactorNotEnrolled
  | SessionTaken
  | FactorSuspended
  | GuessBudgetSpent;

/** The state that a challenge of a session depends on. */
export interface IssueRequest {
  readonly identityId: string;
  readonly tenant: Pick<Tenant, 'mfa'>;
  readonly record: FactorRecord;
  /** The session's previous challenge, of any identity. */
  readonly current: Challenge | null;
  /** The effective ones of the organisation that the session is for; null where it is for none. */
  readonly allowedFactors: readonly FactorName[] | null;
  readonly fresh: StoredChallenge;
}

/** Challenges a session, or replaces its live challenge. The order of the checks is 503, 409, 422, 429. */
export function issueRequest(
  { identityId, tenant, record, current, allowedFactors, fresh }: IssueRequest,
  now: Date,
  limits: CodeLimits,
): Result<FactorRecord, IssueRequestRefused> {
  const { authenticators, wrongGuesses } = record;
  const allowed = requireAllowed('webauthn', tenant, allowedFactors);
  if (allowed.isErr()) return err(allowed.error);
  if (!isEnrolled(authenticators, 'webauthn')) return err({ code: 'factor_not_enrolled' });
  if (isTaken(current, identityId, now)) return err({ code: 'session_taken' });
  const usable = requireUsable(authenticators, 'webauthn', limits);
  if (usable.isErr()) return err(usable.error);
  const guesses = checkGuessBudget(wrongGuesses, now, limits);
  if (guesses.isErr()) return err(guesses.error);
  const { codeId, digest } = fresh;
  const pending = { codeId, verifier: digest, destination: null, counted: [] };
  return ok({ ...record, state: pendingCode(record.state, pending, now, limits.stepUpLifetimeMs) });
}

import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { Tenant } from '../../tenants/tenant.js';
import { authoriseWrite, type FactorWrite } from '../enrolment/authorise-write.js';
import { hasRoom, type TooManyAuthenticators } from '../authenticator.js';
import { reserveStart, type StartBudgetSpent } from '../codes/budgets.js';
import { pendingCode } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { FactorRecord } from '../factor-record.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';
import { formatPending, type PendingCreation } from './pending-creation.js';

export type StartWebAuthnRefused =
  | AssuranceInsufficient
  | FactorNotAllowed
  | TooManyAuthenticators
  | StartBudgetSpent;

/** The state that the start of an enrolment depends on. */
export interface StartWebAuthn extends FactorWrite {
  readonly record: FactorRecord;
  readonly tenant: Pick<Tenant, 'mfa'>;
  readonly fresh: PendingCreation;
}

/**
 * Starts an enrolment, or gives a pending one a new challenge and invalidates the old one. Checks in this order, the first
 * failure wins: 401, 503, 409, 429.
 */
export function startWebAuthn(
  start: StartWebAuthn,
  now: Date,
  limits: Pick<CodeLimits, 'stepUpLifetimeMs' | 'startsPerHour'>,
): Result<FactorRecord, StartWebAuthnRefused> {
  const { tenant, record, fresh } = start;
  const authorised = authoriseWrite(start);
  if (authorised.isErr()) return err(authorised.error);
  const allowed = requireAllowed('webauthn', tenant, null);
  if (allowed.isErr()) return err(allowed.error);
  if (!hasRoom(record.authenticators, 'webauthn')) return err({ code: 'too_many_authenticators' });
  const starts = reserveStart(record.starts, now, limits);
  if (starts.isErr()) return err(starts.error);
  const verifier = formatPending(fresh);
  const pending = { codeId: fresh.codeId, verifier, destination: null, counted: [] };
  const state = pendingCode(record.state, pending, now, limits.stepUpLifetimeMs);
  return ok({ ...record, state, starts: starts.value });
}

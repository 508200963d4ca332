import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { Tenant } from '../../tenants/tenant.js';
import { authoriseWrite, type FactorWrite } from '../enrolment/authorise-write.js';
import { reserveStart, type StartBudgetSpent } from '../codes/budgets.js';
import { pendingCode } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { AlreadyEnrolled } from '../enrolment/enrolment.js';
import type { FactorRecord } from '../factor-record.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';

export type StartTotpRefused =
  | AssuranceInsufficient
  | FactorNotAllowed
  | AlreadyEnrolled
  | StartBudgetSpent;

/** The state that the start of an enrolment depends on. */
export interface StartTotp extends FactorWrite {
  readonly record: FactorRecord;
  readonly tenant: Pick<Tenant, 'mfa'>;
  readonly fresh: {
    readonly codeId: string;
    /** The secret, sealed. */
    readonly sealed: string;
  };
}

/**
 * Starts an enrolment, or gives a pending one a new secret and invalidates the old one. Checks in this order, the
 * first failure wins: 401, 503, 409, 429.
 */
export function startTotp(
  start: StartTotp,
  now: Date,
  limits: Pick<CodeLimits, 'lifetimeMs' | 'startsPerHour'>,
): Result<FactorRecord, StartTotpRefused> {
  const { tenant, record, fresh } = start;
  const authorised = authoriseWrite(start);
  if (authorised.isErr()) return err(authorised.error);
  const allowed = requireAllowed('totp', tenant, null);
  if (allowed.isErr()) return err(allowed.error);
  if (record.factors.totp !== undefined) return err({ code: 'already_enrolled' });
  const starts = reserveStart(record.starts, now, limits);
  if (starts.isErr()) return err(starts.error);
  const pending = { codeId: fresh.codeId, destination: null, verifier: fresh.sealed, counted: [] };
  const state = pendingCode(record.state, pending, now, limits.lifetimeMs);
  return ok({ ...record, state, starts: starts.value });
}

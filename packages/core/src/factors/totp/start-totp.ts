import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { Tenant } from '../../tenants/tenant.js';
import { authoriseWrite, type FactorWrite } from '../enrolment/authorise-write.js';
import { reserveStart, type StartBudgetSpent } from '../codes/budgets.js';
import { pendingCode } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import { hasRoom, type TooManyAuthenticators } from '../authenticator.js';
import { readAuthenticatorName, type NameMalformed } from '../authenticator-name.js';
import type { FactorRecord } from '../factor-record.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';
import { formatPending } from './totp-secret.js';

export type StartTotpRefused =
  | AssuranceInsufficient
  | FactorNotAllowed
  | TooManyAuthenticators
  | NameMalformed
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
  /** What the person calls the app, unchecked; null for no name. */
  readonly name: unknown;
}

/**
 * Starts an enrolment, or gives a pending one a new secret and invalidates the old one. Checks in this order, the
 * first failure wins: 401, 503, 409, 422, 429.
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
  if (!hasRoom(record.authenticators, 'totp')) return err({ code: 'too_many_authenticators' });
  const name = start.name === null ? ok(null) : readAuthenticatorName(start.name);
  if (name.isErr()) return err(name.error);
  const starts = reserveStart(record.starts, now, limits);
  if (starts.isErr()) return err(starts.error);
  const verifier = formatPending({ sealed: fresh.sealed, name: name.value });
  const pending = { codeId: fresh.codeId, destination: null, verifier, counted: [] };
  const state = pendingCode(record.state, pending, now, limits.lifetimeMs);
  return ok({ ...record, state, starts: starts.value });
}

import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { Tenant } from '../../tenant/tenant.js';
import { authoriseWrite, type FactorWrite } from '../authorise-write.js';
import { pendingCode } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { AlreadyEnrolled } from '../enrolment.js';
import type { FactorRecord } from '../factor-record.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';

export type StartTotpRefused = AssuranceInsufficient | FactorNotAllowed | AlreadyEnrolled;

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
 * first failure wins: 401, 503, 409.
 */
export function startTotp(
  start: StartTotp,
  now: Date,
  { lifetimeMs }: Pick<CodeLimits, 'lifetimeMs'>,
): Result<FactorRecord, StartTotpRefused> {
  const { tenant, record, fresh } = start;
  const authorised = authoriseWrite(start);
  if (authorised.isErr()) return err(authorised.error);
  const allowed = requireAllowed('totp', tenant, null);
  if (allowed.isErr()) return err(allowed.error);
  if (record.factors.totp !== undefined) return err({ code: 'already_enrolled' });
  const pending = { codeId: fresh.codeId, destination: null, verifier: fresh.sealed, counted: [] };
  return ok({ ...record, state: pendingCode(record.state, pending, now, lifetimeMs) });
}

import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { Tenant } from '../../tenants/tenant.js';
import { authoriseWrite, type FactorWrite } from '../enrolment/authorise-write.js';
import { newAuthenticator } from '../authenticator.js';
import { reserveStart, type StartBudgetSpent } from '../codes/budgets.js';
import type { CodeLimits } from '../codes/limits.js';
import type { FactorRecord } from '../factor-record.js';
import { mfaStatus } from '../mfa-status.js';
import type { FactorNotAllowed } from '../require-allowed.js';

/** The identity has no second factor that the codes could replace. */
export interface NoFactor {
  readonly code: 'no_factor';
}

export type GenerateCodesRefused =
  | AssuranceInsufficient
  | FactorNotAllowed
  | NoFactor
  | StartBudgetSpent;

/** The state that decides whether a set may be created. */
export interface GenerateCodes extends FactorWrite {
  readonly record: FactorRecord;
  readonly tenant: Pick<Tenant, 'hipaa'>;
  /** Whether the host forbids recovery codes in HIPAA mode. */
  readonly forbidInHipaaMode: boolean;
  /** The id of the new set. */
  readonly id: string;
  /** From `recoverySet`. */
  readonly set: string;
}

/**
 * Replaces the identity's set with a new one, and takes one start from the budget: a set costs ten stretched codes. The
 * order of the checks is 401, 503, 409, 429.
 */
export function generateCodes(
  generation: GenerateCodes,
  now: Date,
  limits: Pick<CodeLimits, 'startsPerHour'>,
): Result<FactorRecord, GenerateCodesRefused> {
  const { identity, record, id, set } = generation;
  const authorised = authoriseWrite(generation);
  if (authorised.isErr()) return err(authorised.error);
  const allowed = requireCodesAllowed(generation);
  if (allowed.isErr()) return err(allowed.error);
  if (!mfaStatus(identity, record.authenticators).enabled) return err({ code: 'no_factor' });
  const starts = reserveStart(record.starts, now, limits);
  if (starts.isErr()) return err(starts.error);
  const others = record.authenticators.filter(({ factor }) => factor !== 'recovery_code');
  const codes = newAuthenticator({ id, factor: 'recovery_code', name: null, verifier: set }, now);
  return ok({ ...record, authenticators: [...others, codes], starts: starts.value });
}

/** Whether the host allows recovery codes for the tenant. */
export function requireCodesAllowed({
  tenant,
  forbidInHipaaMode,
}: Pick<GenerateCodes, 'tenant' | 'forbidInHipaaMode'>): Result<void, FactorNotAllowed> {
  return tenant.hipaa && forbidInHipaaMode ? err({ code: 'factor_not_allowed' }) : ok(undefined);
}

import { err, ok, type Result } from 'neverthrow';
import type { Tenant } from '../tenants/tenant.js';
import { isFactorName, type FactorName, type KeptFactor } from '../records/factor-name.js';

/** The factor is not among those that the tenant allows, or the organisation that a session is for. */
export interface FactorNotAllowed {
  readonly code: 'factor_not_allowed';
}

/**
 * Whether a factor may be used. A policy cannot forbid a factor that it cannot name.
 *
 * @param allowedFactors the effective ones of the organisation that a session is for; null where it is for none
 */
export function requireAllowed(
  factor: KeptFactor,
  { mfa }: Pick<Tenant, 'mfa'>,
  allowedFactors: readonly FactorName[] | null,
): Result<void, FactorNotAllowed> {
  const isAllowed =
    !isFactorName(factor) ||
    (mfa.allowedFactors.includes(factor) && allowedFactors?.includes(factor) !== false);
  return isAllowed ? ok(undefined) : err({ code: 'factor_not_allowed' });
}

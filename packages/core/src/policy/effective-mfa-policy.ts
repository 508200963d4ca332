import { tenantValues } from './merge-policy.js';
import type { TenantMfaPolicy, TenantPolicies } from './policy-fields.js';

/**
 * Returns the tenant MFA policy in effect: as stored, and in HIPAA mode at least as strict as the mode requires.
 * The stored values apply again when the mode is switched off.
 */
export function effectiveMfaPolicy(tenant: TenantPolicies): TenantMfaPolicy {
  const values = tenantValues(tenant);
  return {
    enforcement: values.mfaEnforcement,
    policy: values.mfaPolicy,
    allowedFactors: values.allowedFactors,
    preferredFactor: values.preferredFactor,
    gracePeriodMs: values.gracePeriodMs,
    unenrolledUserAction: values.unenrolledUserAction,
    requirePhoneVerification: values.requirePhoneVerification,
    sessionTimeoutMinutes: values.sessionTimeoutMinutes,
    sessionIdleTimeoutMinutes: values.sessionIdleTimeoutMinutes,
  };
}

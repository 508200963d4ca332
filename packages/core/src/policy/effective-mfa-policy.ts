import { tenantValues } from './merge-policy.js';
import { POLICY_FIELDS, type TenantMfaPolicy, type TenantPolicies } from './policy-fields.js';

/**
 * Returns the tenant MFA policy in effect: as stored, and in HIPAA mode at least as strict as the mode requires.
 * The stored values apply again when the mode is switched off.
 */
export function effectiveMfaPolicy(tenant: TenantPolicies): TenantMfaPolicy {
  const values: Readonly<Record<string, unknown>> = { ...tenantValues(tenant) };
  const fields = Object.entries(POLICY_FIELDS)
    .filter(([, field]) => field.tenant.record === 'mfa')
    .map(([name, field]) => [field.tenant.name, values[name]]);
  return Object.fromEntries(fields) as TenantMfaPolicy;
}

import { MFA_POLICY_FIELDS } from './change-tenant-policy.js';
import type { TenantMfaPolicy, TenantPolicies } from './tenant-policy.js';

/**
 * The tenant MFA policy that holds: as stored, and in HIPAA mode at least as strict as that demands
 * (DECISIONS, "HIPAA and MFA"). What is stored comes back when the mode is switched off.
 */
export function effectiveMfaPolicy({
  mfa,
  hipaa,
}: Pick<TenantPolicies, 'mfa' | 'hipaa'>): TenantMfaPolicy {
  if (!hipaa) return mfa;
  const names = Object.keys(MFA_POLICY_FIELDS) as (keyof TenantMfaPolicy)[];
  const clamped = names.map((name) => {
    const { type, hipaa: floor } = MFA_POLICY_FIELDS[name];
    return [name, floor === undefined ? mfa[name] : type.meet(mfa[name], floor)] as const;
  });
  return Object.fromEntries(clamped) as unknown as TenantMfaPolicy;
}

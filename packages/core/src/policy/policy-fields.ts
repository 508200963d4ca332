import type { FactorName } from '../identity/factor.js';
import { days } from '../shared/duration.js';
import {
  factorChoice,
  factorSet,
  flag,
  largerIsStricter,
  periodOrNever,
  ranked,
  smallerIsStricter,
  type FieldType,
} from './field-type.js';
import type {
  MfaEnforcement,
  MfaPolicy,
  TenantMfaPolicy,
  TenantPasswordPolicy,
  TenantPolicies,
  UnenrolledUserAction,
} from './tenant-policy.js';

/** The values of an organisation's security policy (specification, "Effective organisation security policy"). */
export interface PolicyValues {
  readonly mfaEnforcement: MfaEnforcement;
  readonly mfaPolicy: MfaPolicy;
  readonly allowedFactors: readonly FactorName[];
  /** Null only where no factor is allowed. */
  readonly preferredFactor: FactorName | null;
  readonly gracePeriodMs: number;
  readonly unenrolledUserAction: UnenrolledUserAction;
  readonly passwordMinLength: number;
  readonly passwordRequireUppercase: boolean;
  readonly passwordRequireLowercase: boolean;
  readonly passwordRequireNumber: boolean;
  readonly passwordRequireSymbol: boolean;
  readonly passwordHibpCheck: boolean;
  readonly passwordMaxAgeDays: number;
  readonly passwordDisallowReuse: number;
  readonly sessionTimeoutMinutes: number;
  readonly sessionIdleTimeoutMinutes: number;
  readonly requirePhoneVerification: boolean;
}

export type PolicyFieldName = keyof PolicyValues;

/** All that there is to know about one field; merging, checking, documentation are loops over it. */
export interface PolicyField<T> {
  /** The snake_case name; the key in {@link POLICY_FIELDS} is the camelCase one. */
  readonly wireName: string;
  /** Where the tenant default is kept, for people. */
  readonly source: string;
  /** The tenant default itself. */
  readonly tenantValue: (tenant: TenantPolicies) => T;
  readonly type: FieldType<T>;
  /** Whether an organisation must be at least as strict as its tenant. */
  readonly boundByTenant: boolean;
  /** What HIPAA mode demands of tenant and organisation alike. */
  readonly hipaa?: T;
}

/** Each field once (specification, rule 4 of the organisation policy; DECISIONS, "Organisation security policy"). */
export const POLICY_FIELDS: { readonly [K in PolicyFieldName]: PolicyField<PolicyValues[K]> } = {
  mfaEnforcement: {
    wireName: 'mfa_enforcement',
    ...mfa('enforcement'),
    type: ranked('disabled', 'optional', 'required'),
    boundByTenant: true,
    hipaa: 'required',
  },
  mfaPolicy: {
    wireName: 'mfa_policy',
    ...mfa('policy'),
    type: ranked('never', 'adaptive', 'always'),
    boundByTenant: true,
    // A factor that everybody must have and nobody is ever asked for would not make MFA mandatory.
    hipaa: 'adaptive',
  },
  allowedFactors: {
    wireName: 'allowed_factors',
    ...mfa('allowedFactors'),
    type: factorSet,
    boundByTenant: true,
  },
  preferredFactor: {
    wireName: 'preferred_factor',
    ...mfa('preferredFactor'),
    type: factorChoice,
    boundByTenant: false,
  },
  gracePeriodMs: {
    wireName: 'grace_period_ms',
    ...mfa('gracePeriodMs'),
    type: smallerIsStricter({ min: 0, max: days(90) }),
    boundByTenant: true,
    hipaa: 0,
  },
  unenrolledUserAction: {
    wireName: 'unenrolled_user_action',
    ...mfa('unenrolledUserAction'),
    type: ranked('allow', 'prompt', 'force_enrollment', 'block'),
    boundByTenant: true,
    hipaa: 'force_enrollment',
  },
  passwordMinLength: {
    wireName: 'password_min_length',
    ...password('minLength'),
    type: largerIsStricter({ min: 8, max: 128 }),
    boundByTenant: true,
  },
  passwordRequireUppercase: {
    wireName: 'password_require_uppercase',
    ...password('requireUppercase'),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireLowercase: {
    wireName: 'password_require_lowercase',
    ...password('requireLowercase'),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireNumber: {
    wireName: 'password_require_number',
    ...password('requireNumber'),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireSymbol: {
    wireName: 'password_require_symbol',
    ...password('requireSymbol'),
    type: flag,
    boundByTenant: true,
  },
  passwordHibpCheck: {
    wireName: 'password_hibp_check',
    ...password('hibpCheck'),
    type: flag,
    boundByTenant: true,
  },
  passwordMaxAgeDays: {
    wireName: 'password_max_age_days',
    ...password('maxAgeDays'),
    type: periodOrNever,
    boundByTenant: true,
  },
  passwordDisallowReuse: {
    wireName: 'password_disallow_reuse',
    ...password('disallowReuse'),
    type: largerIsStricter({ min: 0 }),
    boundByTenant: true,
  },
  sessionTimeoutMinutes: {
    wireName: 'session_timeout_minutes',
    ...mfa('sessionTimeoutMinutes'),
    type: smallerIsStricter({ min: 5 }),
    boundByTenant: false,
    hipaa: 60,
  },
  sessionIdleTimeoutMinutes: {
    wireName: 'session_idle_timeout_minutes',
    ...mfa('sessionIdleTimeoutMinutes'),
    type: smallerIsStricter({ min: 1 }),
    boundByTenant: false,
    hipaa: 5,
  },
  requirePhoneVerification: {
    wireName: 'require_phone_verification',
    ...mfa('requirePhoneVerification'),
    type: flag,
    boundByTenant: true,
  },
};

/** The field names in the order of the specification. */
export const POLICY_FIELD_NAMES = Object.keys(POLICY_FIELDS) as readonly PolicyFieldName[];

/** The fields that `_inherited` speaks of: all but `requirePhoneVerification`. */
export type InheritableFieldName = Exclude<PolicyFieldName, 'requirePhoneVerification'>;

type Source<T> = Pick<PolicyField<T>, 'source' | 'tenantValue'>;

function mfa<K extends keyof TenantMfaPolicy>(key: K): Source<TenantMfaPolicy[K]> {
  return { source: `tenant MFA policy, ${key}`, tenantValue: (tenant) => tenant.mfa[key] };
}

function password<K extends keyof TenantPasswordPolicy>(key: K): Source<TenantPasswordPolicy[K]> {
  return {
    source: `tenant password policy, ${key}`,
    tenantValue: (tenant) => tenant.password[key],
  };
}

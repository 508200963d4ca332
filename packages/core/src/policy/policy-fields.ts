import type { FactorName } from '../factors/factor-name.js';
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
  TenantPolicies,
  UnenrolledUserAction,
} from './tenant-policy.js';

/** The values of an organisation's security policy (specification, "Effective organisation security policy"). */
export interface PolicyValues {
  readonly mfaEnforcement: MfaEnforcement;
  readonly mfaPolicy: MfaPolicy;
  readonly allowedFactors: readonly FactorName[];
  /** Merged, null only where no factor is allowed; in the tenant's defaults, null for the usual order. */
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

/**
 * The definition of one field, without its default. Merging, checking and documentation are loops over these
 * definitions.
 */
export interface PolicyField<T> {
  /** The snake_case name; the key in {@link POLICY_FIELDS} is the camelCase one. */
  readonly wireName: string;
  readonly type: FieldType<T>;
  /** Whether an organisation must be at least as strict as its tenant. */
  readonly boundByTenant: boolean;
  /** What HIPAA mode demands of tenant and organisation alike. */
  readonly hipaa?: T;
}

/** Each field once (specification, rule 4 of the organisation policy). */
export const POLICY_FIELDS: { readonly [K in PolicyFieldName]: PolicyField<PolicyValues[K]> } = {
  mfaEnforcement: {
    wireName: 'mfa_enforcement',
    type: ranked('disabled', 'optional', 'required'),
    boundByTenant: true,
    hipaa: 'required',
  },
  mfaPolicy: {
    wireName: 'mfa_policy',
    type: ranked('never', 'adaptive', 'always'),
    boundByTenant: true,
    // A factor that every person must have, but that no sign-in asks for, would not make MFA mandatory.
    hipaa: 'adaptive',
  },
  allowedFactors: {
    wireName: 'allowed_factors',
    type: factorSet,
    boundByTenant: true,
  },
  preferredFactor: {
    wireName: 'preferred_factor',
    type: factorChoice,
    boundByTenant: false,
  },
  gracePeriodMs: {
    wireName: 'grace_period_ms',
    type: smallerIsStricter({ min: 0, max: days(90) }),
    boundByTenant: true,
    hipaa: 0,
  },
  unenrolledUserAction: {
    wireName: 'unenrolled_user_action',
    type: ranked('allow', 'prompt', 'force_enrollment', 'block'),
    boundByTenant: true,
    hipaa: 'force_enrollment',
  },
  passwordMinLength: {
    wireName: 'password_min_length',
    type: largerIsStricter({ min: 8, max: 128 }),
    boundByTenant: true,
  },
  passwordRequireUppercase: {
    wireName: 'password_require_uppercase',
    type: flag,
    boundByTenant: true,
  },
  passwordRequireLowercase: {
    wireName: 'password_require_lowercase',
    type: flag,
    boundByTenant: true,
  },
  passwordRequireNumber: {
    wireName: 'password_require_number',
    type: flag,
    boundByTenant: true,
  },
  passwordRequireSymbol: {
    wireName: 'password_require_symbol',
    type: flag,
    boundByTenant: true,
  },
  passwordHibpCheck: {
    wireName: 'password_hibp_check',
    type: flag,
    boundByTenant: true,
  },
  passwordMaxAgeDays: {
    wireName: 'password_max_age_days',
    type: periodOrNever,
    boundByTenant: true,
  },
  passwordDisallowReuse: {
    wireName: 'password_disallow_reuse',
    type: largerIsStricter({ min: 0 }),
    boundByTenant: true,
  },
  sessionTimeoutMinutes: {
    wireName: 'session_timeout_minutes',
    type: smallerIsStricter({ min: 5 }),
    boundByTenant: false,
    hipaa: 60,
  },
  sessionIdleTimeoutMinutes: {
    wireName: 'session_idle_timeout_minutes',
    type: smallerIsStricter({ min: 1 }),
    boundByTenant: false,
    hipaa: 5,
  },
  requirePhoneVerification: {
    wireName: 'require_phone_verification',
    type: flag,
    boundByTenant: true,
  },
};

/** The field names in the order of the specification. */
export const POLICY_FIELD_NAMES = Object.keys(POLICY_FIELDS) as readonly PolicyFieldName[];

/** The fields that have an `_inherited` flag: all except `requirePhoneVerification`. */
export type InheritableFieldName = Exclude<PolicyFieldName, 'requirePhoneVerification'>;

/**
 * The tenant default of every field. Written out because each merge starts with it: creating an object literal is
 * ten times faster than filling an object in a loop.
 */
export function tenantDefaults({ mfa, password }: TenantPolicies): PolicyValues {
  return {
    mfaEnforcement: mfa.enforcement,
    mfaPolicy: mfa.policy,
    allowedFactors: mfa.allowedFactors,
    preferredFactor: mfa.preferredFactor,
    gracePeriodMs: mfa.gracePeriodMs,
    unenrolledUserAction: mfa.unenrolledUserAction,
    passwordMinLength: password.minLength,
    passwordRequireUppercase: password.requireUppercase,
    passwordRequireLowercase: password.requireLowercase,
    passwordRequireNumber: password.requireNumber,
    passwordRequireSymbol: password.requireSymbol,
    passwordHibpCheck: password.hibpCheck,
    passwordMaxAgeDays: password.maxAgeDays,
    passwordDisallowReuse: password.disallowReuse,
    sessionTimeoutMinutes: mfa.sessionTimeoutMinutes,
    sessionIdleTimeoutMinutes: mfa.sessionIdleTimeoutMinutes,
    requirePhoneVerification: mfa.requirePhoneVerification,
  };
}

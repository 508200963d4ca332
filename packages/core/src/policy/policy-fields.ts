import { FACTOR_NAMES, type FactorName } from '../records/factor-name.js';
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

/** Who must have a second factor. */
export type MfaEnforcement = 'disabled' | 'optional' | 'required';

/** When a second factor is asked for: never, by risk, or at every sign-in. */
export type MfaPolicy = 'never' | 'adaptive' | 'always';

/** What happens to a person who must have a second factor and has none. */
export type UnenrolledUserAction = 'allow' | 'prompt' | 'force_enrollment' | 'block';

/** The tenant MFA policy record: the defaults that organisations inherit. */
export interface TenantMfaPolicy {
  readonly enforcement: MfaEnforcement;
  readonly policy: MfaPolicy;
  /** The factors that the tenant's people may enrol and use. */
  readonly allowedFactors: readonly FactorName[];
  /** Overrides the order WebAuthn, TOTP, SMS, Email; null for that order. */
  readonly preferredFactor: FactorName | null;
  /** Milliseconds for which a person without a factor may still sign in; 0 to 90 days. */
  readonly gracePeriodMs: number;
  readonly unenrolledUserAction: UnenrolledUserAction;
  /** Whether a session is complete only with a verified phone. */
  readonly requirePhoneVerification: boolean;
  /** Maximum lifetime of a session in minutes; 5 or more. */
  readonly sessionTimeoutMinutes: number;
  /** Maximum idle time of a session in minutes; 1 or more. */
  readonly sessionIdleTimeoutMinutes: number;
  /** Days for which a browser may be trusted after a second factor; 0 to 90, 0 for none. */
  readonly trustedDeviceDays: number;
}

/** The tenant password policy (specification, "Tenant password policy"). */
export interface TenantPasswordPolicy {
  /** Unicode code points; 8 to 128. */
  readonly minLength: number;
  /**
   * The same for people who need no second factor; 8 to 128. It holds where it is larger than the minimum length and a
   * second factor is not required (NIST SP 800-63B-4 section 3.1.1.2 asks for 15).
   */
  readonly minLengthWithoutMfa: number;
  readonly requireUppercase: boolean;
  readonly requireLowercase: boolean;
  readonly requireNumber: boolean;
  readonly requireSymbol: boolean;
  /** Whether breached passwords are refused. */
  readonly hibpCheck: boolean;
  /** Days after which a password must change; 0 for never. */
  readonly maxAgeDays: number;
  /** How many earlier passwords may not come back; 0 for none. */
  readonly disallowReuse: number;
}

/** All tenant defaults of an organisation's policy. */
export interface TenantPolicies {
  readonly mfa: TenantMfaPolicy;
  readonly password: TenantPasswordPolicy;
  /** Whether the tenant has opted into HIPAA mode. */
  readonly hipaa: boolean;
}

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
  readonly trustedDeviceDays: number;
}

export type PolicyFieldName = keyof PolicyValues;

/** A value of one of the fields. */
export type PolicyValue = PolicyValues[PolicyFieldName];

/** The fields that have an `_inherited` flag: the 16 of the specification. */
export type InheritableFieldName = Exclude<
  PolicyFieldName,
  'requirePhoneVerification' | 'trustedDeviceDays'
>;

/**
 * The definition of one field. The tenant's records, merging, checking, storing and documentation are loops over these
 * definitions.
 */
export interface PolicyField<T> {
  /** The snake_case name; the key in {@link POLICY_FIELDS} is the camelCase one. */
  readonly wireName: string;
  /** English, a few words: the label of the field in forms. */
  readonly title: string;
  /** English, one or two sentences: what the field does. */
  readonly description: string;
  /** What a number counts; absent for a plain number and for other types. */
  readonly unit?: PolicyUnit;
  /** The field of a tenant record that is its default, and what that is at first. */
  readonly tenant: TenantRecordField<T>;
  readonly type: FieldType<T>;
  /** Whether an organisation must be at least as strict as its tenant. */
  readonly boundByTenant: boolean;
  /** What HIPAA mode demands of tenant and organisation alike. */
  readonly hipaa?: T;
  /** False for a field without a flag in `_inherited`; left out for one with a flag. */
  readonly hasFlag?: boolean;
}

/** What the number of a field counts. */
export type PolicyUnit = 'millisecond' | 'minute' | 'day' | 'character';

/** The records of a tenant that hold defaults. */
export type TenantRecordName = 'mfa' | 'password';

export interface TenantRecordField<T> {
  readonly record: TenantRecordName;
  /** The camelCase name in that record. */
  readonly name: string;
  readonly initial: T;
}

function mfa<Name extends keyof TenantMfaPolicy>(
  name: Name,
  initial: TenantMfaPolicy[Name],
): TenantRecordField<TenantMfaPolicy[Name]> {
  return { record: 'mfa', name, initial };
}

function password<Name extends keyof TenantPasswordPolicy>(
  name: Name,
  initial: TenantPasswordPolicy[Name],
): TenantRecordField<TenantPasswordPolicy[Name]> {
  return { record: 'password', name, initial };
}

/** Each field once (specification, rule 4 of the organisation policy). */
export const POLICY_FIELDS: {
  readonly [K in PolicyFieldName]: PolicyField<PolicyValues[K]> & FlagOf<K>;
} = {
  mfaEnforcement: {
    wireName: 'mfa_enforcement',
    title: 'Who needs a second factor',
    description: 'Whether people must set up a second factor, may do so, or cannot.',
    tenant: mfa('enforcement', 'optional'),
    type: ranked('disabled', 'optional', 'required'),
    boundByTenant: true,
    hipaa: 'required',
  },
  mfaPolicy: {
    wireName: 'mfa_policy',
    title: 'When it is asked for',
    description:
      'When sign-in asks for a second factor. By risk means: when a sign-in looks unusual.',
    tenant: mfa('policy', 'adaptive'),
    type: ranked('never', 'adaptive', 'always'),
    boundByTenant: true,
    // A factor that every person must have, but that no sign-in asks for, would not make MFA mandatory.
    hipaa: 'adaptive',
  },
  allowedFactors: {
    wireName: 'allowed_factors',
    title: 'Allowed second factors',
    description: 'Which second factors people may use.',
    tenant: mfa('allowedFactors', FACTOR_NAMES),
    type: factorSet,
    boundByTenant: true,
  },
  preferredFactor: {
    wireName: 'preferred_factor',
    title: 'Preferred second factor',
    description: 'The second factor that people with several are asked for first.',
    tenant: mfa('preferredFactor', null),
    type: factorChoice,
    boundByTenant: false,
  },
  gracePeriodMs: {
    wireName: 'grace_period_ms',
    title: 'Time to set up a second factor',
    description:
      'How long a person may still sign in without a second factor. 0 means that it is needed at once.',
    unit: 'millisecond',
    tenant: mfa('gracePeriodMs', days(7)),
    type: smallerIsStricter({ min: 0, max: days(90) }),
    boundByTenant: true,
    hipaa: 0,
  },
  unenrolledUserAction: {
    wireName: 'unenrolled_user_action',
    title: 'A person without a second factor',
    description:
      'What happens at sign-in when a second factor is needed and the time to set it up is over.',
    tenant: mfa('unenrolledUserAction', 'prompt'),
    type: ranked('allow', 'prompt', 'force_enrollment', 'block'),
    boundByTenant: true,
    hipaa: 'force_enrollment',
  },
  passwordMinLength: {
    wireName: 'password_min_length',
    title: 'Minimum length',
    description:
      'The least number of characters of a password. Longer passwords are the best protection.',
    unit: 'character',
    tenant: password('minLength', 8),
    type: largerIsStricter({ min: 8, max: 128 }),
    boundByTenant: true,
  },
  passwordRequireUppercase: {
    wireName: 'password_require_uppercase',
    title: 'Upper-case letter',
    description: 'Whether a password needs an upper-case letter.',
    tenant: password('requireUppercase', false),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireLowercase: {
    wireName: 'password_require_lowercase',
    title: 'Lower-case letter',
    description: 'Whether a password needs a lower-case letter.',
    tenant: password('requireLowercase', false),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireNumber: {
    wireName: 'password_require_number',
    title: 'Digit',
    description: 'Whether a password needs a digit.',
    tenant: password('requireNumber', false),
    type: flag,
    boundByTenant: true,
  },
  passwordRequireSymbol: {
    wireName: 'password_require_symbol',
    title: 'Symbol',
    description: 'Whether a password needs a symbol, such as ! or #.',
    tenant: password('requireSymbol', false),
    type: flag,
    boundByTenant: true,
  },
  passwordHibpCheck: {
    wireName: 'password_hibp_check',
    title: 'Known passwords',
    description: 'Whether passwords that are known from data breaches are refused.',
    tenant: password('hibpCheck', true),
    type: flag,
    boundByTenant: true,
  },
  passwordMaxAgeDays: {
    wireName: 'password_max_age_days',
    title: 'A password is valid for',
    description:
      'How long a password is valid before it must be changed. 0 means that it never expires.',
    unit: 'day',
    tenant: password('maxAgeDays', 0),
    type: periodOrNever,
    boundByTenant: true,
  },
  passwordDisallowReuse: {
    wireName: 'password_disallow_reuse',
    title: 'Password history',
    description: 'How many earlier passwords are refused. 0 means none.',
    tenant: password('disallowReuse', 0),
    type: largerIsStricter({ min: 0 }),
    boundByTenant: true,
  },
  sessionTimeoutMinutes: {
    wireName: 'session_timeout_minutes',
    title: 'Session length',
    description: 'How long a session lasts before a person must sign in again.',
    unit: 'minute',
    tenant: mfa('sessionTimeoutMinutes', 480),
    type: smallerIsStricter({ min: 5 }),
    boundByTenant: false,
    hipaa: 60,
  },
  sessionIdleTimeoutMinutes: {
    wireName: 'session_idle_timeout_minutes',
    title: 'Idle timeout',
    description: 'How long a session may be idle before a person must sign in again.',
    unit: 'minute',
    tenant: mfa('sessionIdleTimeoutMinutes', 60),
    type: smallerIsStricter({ min: 1 }),
    boundByTenant: false,
    hipaa: 5,
  },
  requirePhoneVerification: {
    wireName: 'require_phone_verification',
    title: 'Verified phone number',
    description: 'Whether everyone must have a phone number that was verified.',
    tenant: mfa('requirePhoneVerification', false),
    type: flag,
    boundByTenant: true,
    hasFlag: false,
  },
  trustedDeviceDays: {
    wireName: 'trusted_device_days',
    title: 'Trusted browsers',
    description:
      'How long sign-in from a trusted browser asks for no second factor. 0 means that no browser is trusted.',
    unit: 'day',
    tenant: mfa('trustedDeviceDays', 0),
    type: smallerIsStricter({ min: 0, max: 90 }),
    boundByTenant: true,
    hipaa: 0,
    hasFlag: false,
  },
};

/** The compiler demands the mark of each field without a flag, and of no other. */
type FlagOf<K extends PolicyFieldName> = K extends InheritableFieldName
  ? { readonly hasFlag?: never }
  : { readonly hasFlag: false };

/** A field of a tenant record that no organisation overrides. */
type TenantOnlyField = Pick<PolicyField<PolicyValue>, 'description' | 'type' | 'tenant' | 'hipaa'>;

const TENANT_ONLY_FIELDS: readonly TenantOnlyField[] = [
  {
    description:
      'The least number of characters of a password where a second factor is not required, if it is larger than the minimum length.',
    tenant: password('minLengthWithoutMfa', 8),
    type: largerIsStricter({ min: 8, max: 128 }),
  },
];

/** The field names in the order of the specification. */
export const POLICY_FIELD_NAMES = Object.keys(POLICY_FIELDS) as readonly PolicyFieldName[];

/** Whether `_inherited` has a flag for the field. */
export function isInheritable(name: PolicyFieldName): name is InheritableFieldName {
  return POLICY_FIELDS[name].hasFlag !== false;
}

export const DEFAULT_MFA_POLICY = initialRecord('mfa') as TenantMfaPolicy;

/** Length and breach check rather than composition rules. */
export const DEFAULT_PASSWORD_POLICY = initialRecord('password') as TenantPasswordPolicy;

function initialRecord(record: TenantRecordName): object {
  return Object.fromEntries(
    fieldsOfRecord(record).map(({ tenant }) => [tenant.name, tenant.initial]),
  );
}

/** The fields of that record of a tenant: the defaults of organisations, then those of its own. */
export function fieldsOfRecord(record: TenantRecordName): readonly TenantOnlyField[] {
  const all = [...Object.values(POLICY_FIELDS), ...TENANT_ONLY_FIELDS];
  return all.filter(({ tenant }) => tenant.record === record);
}

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
    trustedDeviceDays: mfa.trustedDeviceDays,
  };
}

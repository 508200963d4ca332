/**
 * The fields of policies, written down from the specification ("Effective organisation security policy", "Tenant password
 * policy") and from what `docs/decisions.md` adds to it (words, bounds, defaults, the tenant MFA policy). Tests take the
 * list from here, and none from the code under test: a new field is one row.
 */

/** The values that a field may have. */
export type SpecifiedValues =
  /** Weakest first. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** On is stricter. */
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'integer';
      readonly min: number;
      readonly max: number;
      /** `period`: smaller is stricter, and 0 means never, which is the weakest. */
      readonly stricter: 'larger' | 'smaller' | 'period';
    }
  /** A list; a subset is stricter. */
  | { readonly kind: 'factors' }
  /** One of the allowed factors, or null. */
  | { readonly kind: 'factor' };

/** The field of a tenant record that is the default of a field. */
export interface TenantField {
  readonly record: 'mfa' | 'password';
  readonly name: string;
  readonly wire: string;
}

/** A field of the organisation policy, and of the tenant record that has its default. */
export interface SpecifiedField {
  readonly name: string;
  readonly wire: string;
  readonly tenant: TenantField;
  readonly values: SpecifiedValues;
  /** The tenant's value until it is changed. */
  readonly initial: unknown;
  /** A value that an organisation may have while the tenant has the initial ones. */
  readonly sample: unknown;
  /** What no record takes. */
  readonly wrong: unknown;
  /** Whether an organisation must be at least as strict as its tenant; true by default. */
  readonly bound?: boolean;
  /** Whether `_inherited` has a flag for it; true by default. */
  readonly flagged?: boolean;
}

export const FACTORS = ['webauthn', 'totp', 'sms', 'email'];
const DAY_MS = 86_400_000;

const words = (...all: string[]): SpecifiedValues => ({ kind: 'words', words: all });
const integer = (
  stricter: 'larger' | 'smaller' | 'period',
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): SpecifiedValues => ({ kind: 'integer', min, max, stricter });
const onOff: SpecifiedValues = { kind: 'switch' };
const mfa = (name: string, wire: string): TenantField => ({ record: 'mfa', name, wire });
const password = (name: string, wire: string): TenantField => ({ record: 'password', name, wire });

export const policyFieldTable: readonly SpecifiedField[] = [
  // spec: policy/mfa-enforcement, customer/policy-validation
  {
    name: 'mfaEnforcement',
    wire: 'mfa_enforcement',
    tenant: mfa('enforcement', 'enforcement'),
    values: words('disabled', 'optional', 'required'),
    initial: 'optional',
    sample: 'required',
    wrong: 'REQUIRED',
  },
  // spec: policy/mfa-policy, customer/policy-validation
  {
    name: 'mfaPolicy',
    wire: 'mfa_policy',
    tenant: mfa('policy', 'policy'),
    values: words('never', 'adaptive', 'always'),
    initial: 'adaptive',
    sample: 'always',
    wrong: 'sometimes',
  },
  // spec: policy/allowed-factors, customer/policy-validation
  {
    name: 'allowedFactors',
    wire: 'allowed_factors',
    tenant: mfa('allowedFactors', 'allowed_factors'),
    values: { kind: 'factors' },
    initial: FACTORS,
    sample: ['sms', 'totp'],
    wrong: ['passkey'],
  },
  // spec: policy/preferred-factor
  {
    name: 'preferredFactor',
    wire: 'preferred_factor',
    tenant: mfa('preferredFactor', 'preferred_factor'),
    values: { kind: 'factor' },
    initial: null,
    sample: 'sms',
    wrong: 'passkey',
    bound: false,
  },
  // spec: policy/grace-period
  {
    name: 'gracePeriodMs',
    wire: 'grace_period_ms',
    tenant: mfa('gracePeriodMs', 'grace_period_ms'),
    values: integer('smaller', 0, 90 * DAY_MS),
    initial: 7 * DAY_MS,
    sample: 1_000,
    wrong: '7 days',
  },
  // spec: policy/unenrolled-action
  {
    name: 'unenrolledUserAction',
    wire: 'unenrolled_user_action',
    tenant: mfa('unenrolledUserAction', 'unenrolled_user_action'),
    values: words('allow', 'prompt', 'force_enrollment', 'block'),
    initial: 'prompt',
    sample: 'block',
    wrong: 'nag',
  },
  // spec: policy/min-length, customer/policy-validation
  {
    name: 'passwordMinLength',
    wire: 'password_min_length',
    tenant: password('minLength', 'min_length'),
    values: integer('larger', 8, 128),
    initial: 8,
    sample: 12,
    wrong: '12',
  },
  // spec: policy/uppercase, customer/policy-validation
  {
    name: 'passwordRequireUppercase',
    wire: 'password_require_uppercase',
    tenant: password('requireUppercase', 'require_uppercase'),
    values: onOff,
    initial: false,
    sample: true,
    wrong: 'yes',
  },
  // spec: policy/lowercase, customer/policy-validation
  {
    name: 'passwordRequireLowercase',
    wire: 'password_require_lowercase',
    tenant: password('requireLowercase', 'require_lowercase'),
    values: onOff,
    initial: false,
    sample: true,
    wrong: 1,
  },
  // spec: policy/number, customer/policy-validation
  {
    name: 'passwordRequireNumber',
    wire: 'password_require_number',
    tenant: password('requireNumber', 'require_number'),
    values: onOff,
    initial: false,
    sample: true,
    wrong: 0,
  },
  // spec: policy/symbol, customer/policy-validation
  {
    name: 'passwordRequireSymbol',
    wire: 'password_require_symbol',
    tenant: password('requireSymbol', 'require_symbol'),
    values: onOff,
    initial: false,
    sample: true,
    wrong: {},
  },
  // spec: policy/hibp-check, customer/policy-validation
  {
    name: 'passwordHibpCheck',
    wire: 'password_hibp_check',
    tenant: password('hibpCheck', 'hibp_check'),
    values: onOff,
    initial: true,
    sample: true,
    wrong: 'false',
  },
  // spec: policy/max-age, customer/policy-validation
  {
    name: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: password('maxAgeDays', 'max_age_days'),
    values: integer('period', 0),
    initial: 0,
    sample: 90,
    wrong: -1,
  },
  // spec: policy/disallow-reuse, customer/policy-validation
  {
    name: 'passwordDisallowReuse',
    wire: 'password_disallow_reuse',
    tenant: password('disallowReuse', 'disallow_reuse'),
    values: integer('larger', 0),
    initial: 0,
    sample: 3,
    wrong: 2 ** 53,
  },
  // spec: policy/session-timeout, customer/policy-validation, limits/session-timeout
  {
    name: 'sessionTimeoutMinutes',
    wire: 'session_timeout_minutes',
    tenant: mfa('sessionTimeoutMinutes', 'session_timeout_minutes'),
    values: integer('smaller', 5),
    initial: 480,
    sample: 60,
    wrong: 0,
    bound: false,
  },
  // spec: policy/idle-timeout, customer/policy-validation, limits/idle-timeout
  {
    name: 'sessionIdleTimeoutMinutes',
    wire: 'session_idle_timeout_minutes',
    tenant: mfa('sessionIdleTimeoutMinutes', 'session_idle_timeout_minutes'),
    values: integer('smaller', 1),
    initial: 60,
    sample: 10,
    wrong: 0.5,
    bound: false,
  },
  // spec: policy/phone-verification, customer/policy-validation
  {
    name: 'requirePhoneVerification',
    wire: 'require_phone_verification',
    tenant: mfa('requirePhoneVerification', 'require_phone_verification'),
    values: onOff,
    initial: false,
    sample: true,
    wrong: 'no',
    flagged: false,
  },
  {
    name: 'trustedDeviceDays',
    wire: 'trusted_device_days',
    tenant: mfa('trustedDeviceDays', 'trusted_device_days'),
    values: integer('smaller', 0, 90),
    initial: 0,
    sample: 0,
    wrong: 91,
    flagged: false,
  },
];

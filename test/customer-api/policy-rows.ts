/** Rule 4 of the organisation policy as a table: one row per field and rule. */

/** What a tenant has, what an organisation may have then, and what it may not. */
export interface PolicyRow {
  /** The rule, in the words of the specification where it has them. */
  readonly rule: string;
  readonly field: string;
  readonly wire: string;
  /** What the tenant's records are set to over HTTP. */
  readonly tenant: { readonly mfa?: object; readonly password?: object };
  readonly accepted: readonly unknown[];
  /** Value, broken rule, limit. */
  readonly refused: readonly (readonly [value: unknown, rule: string, limit: unknown])[];
}

const DAY = 86_400_000;
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

const weaker = (value: unknown, limit: unknown) => [value, 'weaker_than_tenant', limit] as const;

/** A switch may always be turned on, and off only where the tenant has it off. */
function switchRows(
  field: string,
  wire: string,
  tenant: (on: boolean) => PolicyRow['tenant'],
): readonly PolicyRow[] {
  const row = { field, wire };
  return [
    {
      ...row,
      rule: 'not disabled when the tenant requires it',
      tenant: tenant(true),
      accepted: [true],
      refused: [weaker(false, true)],
    },
    {
      ...row,
      rule: 'either way where the tenant does not require it',
      tenant: tenant(false),
      accepted: [true, false],
      refused: [],
    },
  ];
}

export const policyRows: readonly PolicyRow[] = [
  // spec: policy/mfa-enforcement, customer/policy-validation
  {
    rule: 'not less strict than the tenant default',
    field: 'mfaEnforcement',
    wire: 'mfa_enforcement',
    tenant: { mfa: { enforcement: 'optional' } },
    accepted: ['optional', 'required'],
    refused: [weaker('disabled', 'optional')],
  },
  {
    rule: 'required stays required',
    field: 'mfaEnforcement',
    wire: 'mfa_enforcement',
    tenant: { mfa: { enforcement: 'required' } },
    accepted: ['required'],
    refused: [weaker('optional', 'required'), weaker('disabled', 'required')],
  },
  // spec: policy/mfa-policy, customer/policy-validation
  {
    rule: 'not less strict than the tenant MFA policy',
    field: 'mfaPolicy',
    wire: 'mfa_policy',
    tenant: { mfa: { policy: 'adaptive' } },
    accepted: ['adaptive', 'always'],
    refused: [weaker('never', 'adaptive')],
  },
  {
    rule: 'anything where the tenant never asks',
    field: 'mfaPolicy',
    wire: 'mfa_policy',
    tenant: { mfa: { policy: 'never' } },
    accepted: ['never', 'adaptive', 'always'],
    refused: [['sometimes', 'one_of', ['never', 'adaptive', 'always']]],
  },
  // spec: policy/allowed-factors, customer/policy-validation
  {
    rule: "a subset of the tenant's allowed factors",
    field: 'allowedFactors',
    wire: 'allowed_factors',
    tenant: { mfa: { allowed_factors: ['webauthn', 'sms'] } },
    accepted: [['sms'], ['webauthn'], ['sms', 'webauthn']],
    refused: [
      weaker(['totp'], ['webauthn', 'sms']),
      weaker(['webauthn', 'sms', 'email'], ['webauthn', 'sms']),
      [['fax'], 'one_of', ['webauthn', 'totp', 'sms', 'email']],
    ],
  },
  // spec: policy/preferred-factor
  {
    rule: 'one of the allowed factors',
    field: 'preferredFactor',
    wire: 'preferred_factor',
    tenant: { mfa: { allowed_factors: ['webauthn', 'sms'] } },
    accepted: ['sms', 'webauthn'],
    refused: [['totp', 'not_allowed', ['webauthn', 'sms']]],
  },
  // spec: policy/grace-period
  {
    rule: 'not longer than the tenant',
    field: 'gracePeriodMs',
    wire: 'grace_period_ms',
    tenant: { mfa: { grace_period_ms: DAY } },
    accepted: [DAY, DAY - 1, 0],
    refused: [weaker(DAY + 1, DAY), [-1, 'minimum', 0]],
  },
  {
    rule: 'at most 90 days',
    field: 'gracePeriodMs',
    wire: 'grace_period_ms',
    tenant: { mfa: { grace_period_ms: 90 * DAY } },
    accepted: [90 * DAY],
    refused: [[90 * DAY + 1, 'maximum', 90 * DAY]],
  },
  // spec: policy/unenrolled-action
  {
    rule: 'not weaker than the tenant',
    field: 'unenrolledUserAction',
    wire: 'unenrolled_user_action',
    tenant: { mfa: { unenrolled_user_action: 'prompt' } },
    accepted: ['prompt', 'force_enrollment', 'block'],
    refused: [weaker('allow', 'prompt')],
  },
  // spec: policy/min-length, customer/policy-validation
  {
    rule: 'not below the tenant minimum',
    field: 'passwordMinLength',
    wire: 'password_min_length',
    tenant: { password: { min_length: 10 } },
    accepted: [10, 11, 128],
    refused: [weaker(9, 10), [7, 'minimum', 8], [129, 'maximum', 128]],
  },
  // spec: policy/uppercase, customer/policy-validation
  ...switchRows('passwordRequireUppercase', 'password_require_uppercase', (on) => ({
    password: { require_uppercase: on },
  })),
  // spec: policy/lowercase, customer/policy-validation
  ...switchRows('passwordRequireLowercase', 'password_require_lowercase', (on) => ({
    password: { require_lowercase: on },
  })),
  // spec: policy/number, customer/policy-validation
  ...switchRows('passwordRequireNumber', 'password_require_number', (on) => ({
    password: { require_number: on },
  })),
  // spec: policy/symbol, customer/policy-validation
  ...switchRows('passwordRequireSymbol', 'password_require_symbol', (on) => ({
    password: { require_symbol: on },
  })),
  // spec: policy/hibp-check, customer/policy-validation
  ...switchRows('passwordHibpCheck', 'password_hibp_check', (on) => ({
    password: { hibp_check: on },
  })),
  // spec: policy/max-age, customer/policy-validation
  {
    rule: 'not above the tenant maximum age, and 0 means no expiry, which is above all',
    field: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: { password: { max_age_days: 90 } },
    accepted: [90, 89, 1],
    refused: [weaker(91, 90), weaker(0, 90), [-1, 'minimum', 0]],
  },
  {
    rule: 'not above a tenant maximum of one day: only 1',
    field: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: { password: { max_age_days: 1 } },
    accepted: [1],
    refused: [weaker(0, 1), weaker(2, 1)],
  },
  {
    rule: 'anything where the tenant has no expiry',
    field: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: { password: { max_age_days: 0 } },
    accepted: [0, 1, 36_500, MAX_INTEGER],
    refused: [[-1, 'minimum', 0]],
  },
  // spec: policy/disallow-reuse, customer/policy-validation
  {
    rule: 'not below the tenant reuse limit',
    field: 'passwordDisallowReuse',
    wire: 'password_disallow_reuse',
    tenant: { password: { disallow_reuse: 5 } },
    accepted: [5, 6],
    refused: [weaker(4, 5), weaker(0, 5), [-1, 'minimum', 0]],
  },
  {
    rule: 'anything where the tenant has it disabled',
    field: 'passwordDisallowReuse',
    wire: 'password_disallow_reuse',
    tenant: { password: { disallow_reuse: 0 } },
    accepted: [0, 1],
    refused: [],
  },
  // spec: policy/session-timeout, customer/policy-validation, limits/session-timeout
  {
    rule: '5 or more, whatever the tenant has',
    field: 'sessionTimeoutMinutes',
    wire: 'session_timeout_minutes',
    tenant: { mfa: { session_timeout_minutes: 480 } },
    accepted: [5, 480, 481],
    refused: [
      [4, 'minimum', 5],
      [0, 'minimum', 5],
    ],
  },
  // spec: policy/idle-timeout, customer/policy-validation, limits/idle-timeout
  {
    rule: '1 or more, whatever the tenant has',
    field: 'sessionIdleTimeoutMinutes',
    wire: 'session_idle_timeout_minutes',
    tenant: { mfa: { session_idle_timeout_minutes: 60 } },
    accepted: [1, 60, 61],
    refused: [
      [0, 'minimum', 1],
      [-1, 'minimum', 1],
    ],
  },
  // spec: policy/phone-verification, customer/policy-validation
  ...switchRows('requirePhoneVerification', 'require_phone_verification', (on) => ({
    mfa: { require_phone_verification: on },
  })),
];

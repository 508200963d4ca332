import type { Failure } from '../http-failure.js';

type Samples = { readonly [Code in Failure['code']]: Extract<Failure, { readonly code: Code }> };

/** One failure per code; the compiler asks for the one that is missing. */
export const sampleFailures: Samples = {
  identity_unknown: { code: 'identity_unknown' },
  identity_suspended: { code: 'identity_suspended' },
  assurance_insufficient: { code: 'assurance_insufficient', required: 'aal2' },
  sms_disabled: { code: 'sms_disabled' },
  factor_not_allowed: { code: 'factor_not_allowed' },
  sms_not_sent: { code: 'sms_not_sent' },
  already_enrolled: { code: 'already_enrolled' },
  phone_in_use: { code: 'phone_in_use' },
  nothing_pending: { code: 'nothing_pending' },
  not_enrolled: { code: 'not_enrolled' },
  phone_not_found: { code: 'phone_not_found' },
  phone_not_verified: { code: 'phone_not_verified' },
  destination_refused: { code: 'destination_refused' },
  phone_invalid: { code: 'phone_invalid' },
  code_malformed: { code: 'code_malformed' },
  code_mismatch: { code: 'code_mismatch' },
  code_expired: { code: 'code_expired' },
  attempts_exhausted: { code: 'attempts_exhausted' },
  phone_changed: { code: 'phone_changed' },
  send_cooling_down: { code: 'send_cooling_down', retryAfterMs: 59_001 },
  send_budget_spent: { code: 'send_budget_spent', retryAfterMs: 3_600_000 },
  guess_budget_spent: { code: 'guess_budget_spent', retryAfterMs: 1 },
  tenant_send_budget_spent: { code: 'tenant_send_budget_spent', retryAfterMs: 86_400_000 },
  sms_settings_invalid: {
    code: 'sms_settings_invalid',
    violations: [
      { field: 'app_name', rule: 'gsm7_length', message: '1 to 60 GSM-7 characters' },
      { field: 'daily_budget', rule: 'non_negative_integer', message: 'an integer of 0 or more' },
    ],
  },
  method_not_allowed: { code: 'method_not_allowed', allow: ['GET', 'HEAD'] },
  header_duplicated: {
    code: 'header_duplicated',
    violations: [
      { field: 'authorization', rule: 'sent_once', message: 'this header is sent once' },
    ],
  },
  token_missing: { code: 'token_missing' },
  token_invalid: { code: 'token_invalid' },
  tenant_mismatch: { code: 'tenant_mismatch' },
  insufficient_scope: { code: 'insufficient_scope', requiredScope: 'account.mfa:write' },
  media_type_unsupported: { code: 'media_type_unsupported' },
  body_too_large: { code: 'body_too_large' },
  body_incomplete: { code: 'body_incomplete' },
  body_malformed: { code: 'body_malformed' },
  body_invalid: {
    code: 'body_invalid',
    violations: [{ field: 'body', rule: 'invalid_type', message: 'expected object' }],
  },
  internal_error: { code: 'internal_error' },
};

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
      { field: 'app_name', rule: 'gsm7_length', limit: '1 to 60 GSM-7 characters', value: '' },
      { field: 'dailyBudget', rule: 'type', limit: 'integer', value: 1.5 },
    ],
  },
  policy_invalid: {
    code: 'policy_invalid',
    violations: [
      { field: 'password_max_age_days', rule: 'weaker_than_tenant', limit: 90, value: 0 },
      { field: 'a'.repeat(300), rule: 'unknown_field', limit: null, value: 'b'.repeat(300) },
    ],
  },
  reason_missing: { code: 'reason_missing' },
  organisation_unknown: { code: 'organisation_unknown' },
  password_rejected: {
    code: 'password_rejected',
    broken: [{ code: 'password_too_short', limit: 8 }, { code: 'password_breached' }],
  },
  api_key_invalid: {
    code: 'api_key_invalid',
    violations: [{ field: 'name', rule: 'text', limit: '1 to 100 characters', value: undefined }],
  },
  api_key_unknown: { code: 'api_key_unknown' },
  scope_not_held: { code: 'scope_not_held', scopes: ['settings:write'] },
  event_type_unknown: { code: 'event_type_unknown' },
  event_invalid: {
    code: 'event_invalid',
    violations: [
      { field: 'data.id', rule: 'required', limit: 'string', value: null },
      { field: 'data.created_at', rule: 'type', limit: 'ISO 8601 timestamp', value: 'today' },
    ],
  },
  event_too_large: { code: 'event_too_large' },
  subscriber_invalid: {
    code: 'subscriber_invalid',
    violations: [
      {
        field: 'url',
        rule: 'target',
        limit: 'an https URL without user name, whose host has public addresses only',
        value: 'https://10.0.0.1/',
      },
    ],
  },
  subscriber_unknown: { code: 'subscriber_unknown' },
  subscriber_disabled: { code: 'subscriber_disabled' },
  subscriber_limit_reached: { code: 'subscriber_limit_reached' },
  webhook_request_invalid: {
    code: 'webhook_request_invalid',
    violations: [
      { field: 'overlap_ms', rule: 'overlap', limit: 'integer, 0 to 604800000', value: -1 },
    ],
  },
  delivery_unknown: { code: 'delivery_unknown' },
  delivery_pending: { code: 'delivery_pending' },
  payload_purged: { code: 'payload_purged' },
  webhooks_not_configured: { code: 'webhooks_not_configured' },
  method_not_allowed: { code: 'method_not_allowed', allow: ['GET', 'HEAD'] },
  header_duplicated: {
    code: 'header_duplicated',
    violations: [{ field: 'authorization', rule: 'sent_once', limit: 1, value: 2 }],
  },
  token_missing: { code: 'token_missing', realm: 'account' },
  token_invalid: { code: 'token_invalid', realm: 'customer' },
  tenant_mismatch: { code: 'tenant_mismatch' },
  insufficient_scope: {
    code: 'insufficient_scope',
    requiredScope: 'organisations:read',
    realm: 'customer',
  },
  path_invalid: { code: 'path_invalid' },
  query_invalid: {
    code: 'query_invalid',
    violations: [{ field: 'limit', rule: 'maximum', limit: 100, value: '101' }],
  },
  media_type_unsupported: { code: 'media_type_unsupported' },
  body_too_large: { code: 'body_too_large' },
  body_incomplete: { code: 'body_incomplete' },
  body_malformed: { code: 'body_malformed' },
  body_invalid: {
    code: 'body_invalid',
    violations: [{ field: 'body', rule: 'invalid_type', limit: 'expected object', value: null }],
  },
  internal_error: { code: 'internal_error' },
};

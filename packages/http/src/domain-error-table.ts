import type { DomainError } from '@stepward/core';
import type { ErrorRow } from './error-row.js';

const BUDGET_DETAIL = 'Try again after the time in the Retry-After header.';

/** One row per refusal of the services. The only place where a domain error meets an HTTP status. */
export const DOMAIN_ERROR_TABLE = {
  identity_unknown: {
    status: 401,
    code: 'unauthorized',
    title: 'Unknown identity',
    detail: 'The access token names nobody that this tenant knows.',
    challenge: 'error="invalid_token", error_description="unknown identity"',
  },
  identity_suspended: {
    status: 403,
    code: 'forbidden',
    title: 'Identity suspended',
    detail: 'The identity is suspended; nothing about its factors can be read or changed.',
  },
  assurance_insufficient: {
    status: 401,
    code: 'unauthorized',
    title: 'Stronger authentication needed',
    detail: 'Sign in with a second factor, then try again.',
    challenge:
      'error="insufficient_user_authentication", ' +
      'error_description="a second factor is needed", acr_values="aal2"',
  },
  sms_disabled: {
    status: 503,
    code: 'service_unavailable',
    title: 'SMS switched off',
    detail: 'SMS is not enabled for this tenant.',
  },
  factor_not_allowed: {
    status: 503,
    code: 'service_unavailable',
    title: 'Factor not allowed',
    detail: 'SMS is not among the factors that this tenant allows.',
  },
  sms_not_sent: {
    status: 503,
    code: 'service_unavailable',
    title: 'SMS not sent',
    detail: 'The message could not be handed over. Ask for a new code at once.',
  },
  already_enrolled: {
    status: 409,
    code: 'conflict',
    title: 'Already enrolled',
    detail: 'SMS is enrolled as a second factor already.',
  },
  phone_in_use: {
    status: 409,
    code: 'conflict',
    title: 'Phone number in use',
    detail: 'SMS is enrolled on this phone number. Remove that factor first.',
  },
  nothing_pending: {
    status: 404,
    code: 'not_found',
    title: 'Nothing pending',
    detail: 'No code was asked for. Ask for one first.',
  },
  sms_not_enrolled: {
    status: 409,
    code: 'conflict',
    title: 'SMS not enrolled',
    detail: 'SMS is not enrolled as a second factor of this identity.',
  },
  session_taken: {
    status: 409,
    code: 'conflict',
    title: 'Session of another identity',
    detail: 'A live challenge of this session is for another identity; nothing was changed.',
  },
  identity_not_found: {
    status: 404,
    code: 'not_found',
    title: 'No such identity',
    detail: 'This tenant knows nobody by that id.',
  },
  not_enrolled: {
    status: 404,
    code: 'not_found',
    title: 'Not enrolled',
    detail: 'SMS is neither enrolled nor pending.',
  },
  phone_not_found: {
    status: 404,
    code: 'not_found',
    title: 'No phone number',
    detail: 'The identity has no phone number.',
  },
  phone_not_verified: {
    status: 422,
    code: 'validation_error',
    title: 'No verified phone number',
    detail: 'The identity has no verified phone number. Add and verify one first.',
  },
  destination_refused: {
    status: 422,
    code: 'validation_error',
    title: 'Destination refused',
    detail: 'This tenant does not send messages to that phone number.',
  },
  phone_invalid: {
    status: 422,
    code: 'validation_error',
    title: 'Phone number invalid',
    detail:
      'A phone number is a text in E.164 form: a plus sign, the country code and digits only.',
  },
  code_malformed: {
    status: 422,
    code: 'validation_error',
    title: 'Code malformed',
    detail: 'A code is a text of exactly six digits. No attempt was spent.',
  },
  code_mismatch: {
    status: 422,
    code: 'validation_error',
    title: 'Wrong code',
    detail: 'The code is wrong, and an attempt is spent.',
  },
  code_expired: {
    status: 422,
    code: 'validation_error',
    title: 'Code expired',
    detail: 'The code has expired. Ask for a new one.',
  },
  attempts_exhausted: {
    status: 422,
    code: 'validation_error',
    title: 'Attempts exhausted',
    detail: 'Too many wrong codes were entered. Ask for a new code.',
  },
  phone_changed: {
    status: 422,
    code: 'validation_error',
    title: 'Phone number changed',
    detail: 'The phone number changed while the code was out. Ask for a new code.',
  },
  send_cooling_down: {
    status: 429,
    code: 'rate_limited',
    title: 'Code sent a moment ago',
    detail: BUDGET_DETAIL,
  },
  send_budget_spent: {
    status: 429,
    code: 'rate_limited',
    title: 'Too many codes sent',
    detail: BUDGET_DETAIL,
  },
  guess_budget_spent: {
    status: 429,
    code: 'rate_limited',
    title: 'Too many wrong codes',
    detail: BUDGET_DETAIL,
  },
  tenant_send_budget_spent: {
    status: 429,
    code: 'rate_limited',
    title: 'Sending budget of the tenant spent',
    detail: BUDGET_DETAIL,
  },
  sms_settings_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'SMS settings invalid',
    detail: 'The settings break the rules listed in errors; nothing was stored.',
  },
  policy_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'Policy invalid',
    detail: 'The policy breaks the rules listed in errors; nothing was stored.',
  },
  reason_missing: {
    status: 400,
    code: 'validation_error',
    title: 'Reason missing',
    detail: 'HIPAA mode is switched with a reason, which the audit log keeps.',
  },
  organisation_unknown: {
    status: 404,
    code: 'not_found',
    title: 'Unknown organisation',
    detail: 'This tenant has no organisation of that id.',
  },
  password_rejected: {
    status: 422,
    code: 'validation_error',
    title: 'Password rejected',
    detail: 'The password breaks the rules of the policy that are listed in errors.',
  },
  api_key_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'API key invalid',
    detail: 'The name or the scopes break the rules listed in errors; no key was made.',
  },
  api_key_unknown: {
    status: 404,
    code: 'not_found',
    title: 'Unknown API key',
    detail: 'This tenant has no such key, or it is revoked already.',
  },
  scope_not_held: {
    status: 403,
    code: 'forbidden',
    title: 'Scope not held',
    detail: 'A key may do no more than the credential that makes or rotates it.',
  },
  idempotency_key_in_flight: {
    status: 409,
    code: 'conflict',
    title: 'Request in flight',
    detail: 'A request with this Idempotency-Key is being served. Try again in a moment.',
  },
  idempotency_key_reused: {
    status: 422,
    code: 'validation_error',
    title: 'Idempotency key used before',
    detail: 'This Idempotency-Key was sent with another query or body. Take a new one.',
  },
} as const satisfies Record<DomainError['code'], ErrorRow>;

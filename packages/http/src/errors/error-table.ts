import type { DomainError } from '@stepward/core';
import {
  type ErrorDefinition,
  type ErrorRow,
  type Failure,
  HTTP_ERROR_TABLE,
  SHORT_CODES,
} from './http-errors.js';

const BUDGET_DETAIL = 'Try again after the time in the Retry-After header.';

/** One row per refusal of the services. The only place where a domain error meets an HTTP status. */
const DOMAIN_ERROR_TABLE = {
  identity_unknown: {
    status: 401,
    title: 'Unknown identity',
    detail: 'The tenant has no identity with the id in the access token.',
    challenge: 'error="invalid_token", error_description="unknown identity"',
  },
  identity_suspended: {
    status: 403,
    title: 'Identity suspended',
    detail: 'The identity is suspended, so its factors can be neither read nor changed.',
  },
  identity_active: {
    status: 409,
    title: 'Identity active',
    detail:
      'The directory has the identity as active. Delete or suspend it there before you erase it.',
  },
  assurance_insufficient: {
    status: 401,
    title: 'Stronger authentication required',
    detail: 'Sign in with a second factor, then try again.',
    challenge: 'error="insufficient_user_authentication", acr_values="aal2"',
  },
  sms_disabled: {
    status: 503,
    title: 'SMS disabled',
    detail:
      'SMS is off for this tenant. `enabled` and, for a second factor, `mfa_enabled` must be true: set them with PUT /v1/customer/settings/sms or `tenants.configure`.',
  },
  factor_not_allowed: {
    status: 503,
    title: 'Factor not allowed',
    detail: 'The tenant or organisation does not allow this factor. Use one that it allows.',
  },
  sms_not_sent: {
    status: 503,
    title: 'SMS not sent',
    detail: 'The SMS provider did not accept the message. Request a new code.',
  },
  already_enrolled: {
    status: 409,
    title: 'Already enrolled',
    detail: 'The factor is already enrolled. Remove it before you enrol it again.',
  },
  too_many_authenticators: {
    status: 409,
    title: 'Too many authenticators',
    detail: 'The identity has ten authenticators of this factor. Remove one first.',
  },
  last_factor: {
    status: 409,
    title: 'Last factor',
    detail:
      'The policy requires a second factor, and this is the last one. Enrol another one first.',
  },
  phone_in_use: {
    status: 409,
    title: 'Phone number in use',
    detail: 'SMS is enrolled on this phone number. Remove that factor first.',
  },
  factor_suspended: {
    status: 422,
    title: 'Factor suspended',
    detail:
      'Too many wrong codes in a row were entered for this factor. Use another factor, then remove this one and enrol it again.',
  },
  nothing_pending: {
    status: 404,
    title: 'Nothing pending',
    detail: 'No code is pending. Request one first.',
  },
  sms_not_enrolled: {
    status: 409,
    title: 'SMS not enrolled',
    detail: 'The identity has not enrolled SMS. Enrol it first.',
  },
  factor_not_enrolled: {
    status: 409,
    title: 'Factor not enrolled',
    detail: 'The identity has not enrolled this factor. Enrol it first.',
  },
  no_factor: {
    status: 409,
    title: 'No second factor',
    detail: 'Recovery codes replace a second factor that was lost. Enrol a second factor first.',
  },
  nothing_to_send: {
    status: 409,
    title: 'Nothing to send',
    detail: 'This factor needs no challenge. Send its code to the verify operation.',
  },
  session_taken: {
    status: 409,
    title: 'Session of another identity',
    detail:
      'The session has a live challenge of another identity; nothing was changed. Check session_id and identity_id.',
  },
  factor_unknown: {
    status: 404,
    title: 'No such factor',
    detail: 'The path names an unknown factor, or one that this service does not manage.',
  },
  identity_missing: {
    status: 400,
    title: 'Identity missing',
    detail: 'identity_id is required for a factor without a challenge.',
  },
  identity_not_found: {
    status: 404,
    title: 'No such identity',
    detail: 'The tenant has no identity with this id.',
  },
  authenticator_not_found: {
    status: 404,
    title: 'No such authenticator',
    detail: 'The identity has no authenticator with this id.',
  },
  not_enrolled: {
    status: 404,
    title: 'Not enrolled',
    detail: 'The factor is neither enrolled nor pending.',
  },
  phone_not_found: {
    status: 404,
    title: 'No phone number',
    detail: 'The identity has no phone number.',
  },
  phone_not_verified: {
    status: 422,
    title: 'No verified phone number',
    detail: 'The identity has no verified phone number. Add and verify one first.',
  },
  destination_refused: {
    status: 422,
    title: 'Destination refused',
    detail: "The tenant's settings do not allow messages to this phone number. Use another number.",
  },
  phone_invalid: {
    status: 422,
    title: 'Phone number invalid',
    detail:
      'The phone number must be a string in E.164 format: a plus sign, the country code and the number, digits only.',
  },
  name_malformed: {
    status: 422,
    title: 'Name malformed',
    detail:
      'The name must be a string of 1 to 64 characters, without control characters or invisible ones.',
  },
  code_malformed: {
    status: 422,
    title: 'Code malformed',
    detail:
      'What was sent cannot be an answer: a code of exactly six digits, a recovery code, or the response of a browser. No attempt was spent.',
  },
  code_mismatch: {
    status: 422,
    title: 'Wrong code',
    detail: 'The code is wrong, and an attempt was spent. Check it and try again.',
  },
  code_expired: {
    status: 422,
    title: 'Code expired',
    detail: 'The code has expired. Request a new one.',
  },
  attempts_exhausted: {
    status: 422,
    title: 'Attempts exhausted',
    detail: 'Too many wrong codes were entered. Request a new code.',
  },
  phone_changed: {
    status: 422,
    title: 'Phone number changed',
    detail: 'The phone number changed after the code was sent. Request a new code.',
  },
  code_withdrawn: {
    status: 422,
    title: 'Code withdrawn',
    detail:
      'The factor was removed or the identity was suspended after the code was sent. Request a new code.',
  },
  send_cooling_down: {
    status: 429,
    title: 'Code sent too recently',
    detail: BUDGET_DETAIL,
  },
  send_budget_spent: {
    status: 429,
    title: 'Too many codes sent',
    detail: BUDGET_DETAIL,
  },
  guess_budget_spent: {
    status: 429,
    title: 'Too many wrong codes',
    detail: BUDGET_DETAIL,
  },
  start_budget_spent: {
    status: 429,
    title: 'Too many enrolments started or recovery codes made',
    detail: BUDGET_DETAIL,
  },
  tenant_send_budget_spent: {
    status: 429,
    title: 'Sending budget of the tenant exhausted',
    detail: BUDGET_DETAIL,
  },
  fraud_guard: {
    status: 429,
    title: 'Messages stopped by the fraud guard',
    detail: BUDGET_DETAIL,
  },
  identity_invalid: {
    status: 400,
    title: 'Identity invalid',
    detail: 'The fields break the rules listed in errors; nothing was stored.',
  },
  sms_settings_invalid: {
    status: 400,
    title: 'SMS settings invalid',
    detail: 'The settings break the rules listed in errors; nothing was stored.',
  },
  policy_invalid: {
    status: 400,
    title: 'Policy invalid',
    detail: 'The policy breaks the rules listed in errors; nothing was stored.',
  },
  reason_missing: {
    status: 400,
    title: 'Reason missing',
    detail:
      'Changing HIPAA mode requires a reason, which is recorded in the audit log. Send `reason`.',
  },
  tenant_exists: {
    status: 409,
    title: 'Tenant exists',
    detail: 'The tenant already exists; nothing was changed.',
  },
  organisation_not_found: {
    status: 404,
    title: 'Unknown organisation',
    detail: 'The tenant has no organisation with this id.',
  },
  session_not_found: {
    status: 404,
    title: 'Unknown session',
    detail: 'The identity has no live session with this id.',
  },
  sessions_not_configured: {
    status: 404,
    title: 'Sessions not configured',
    detail: 'This service shows no sessions. Pass `sessions` to createStepward.',
  },
  sessions_unavailable: {
    status: 503,
    title: 'Sessions unavailable',
    detail:
      'The sessions could be neither read nor ended in time; some may have ended. A reset may or may not have removed the factors: repeat it until it succeeds.',
  },
  members_unavailable: {
    status: 503,
    title: 'Members unavailable',
    detail:
      'The members of the organisation could not be listed in time, so it is not known whom the change concerns. Try again later.',
  },
  password_rejected: {
    status: 422,
    title: 'Password rejected',
    detail: 'The password breaks the rules listed in errors. Choose another one.',
  },
  api_key_invalid: {
    status: 400,
    title: 'API key invalid',
    detail: 'The fields break the rules listed in errors; no key was created or changed.',
  },
  api_key_limit_reached: {
    status: 409,
    title: 'Too many API keys',
    detail: 'The tenant has reached the limit of 50 management keys. Revoke one first.',
  },
  api_key_not_found: {
    status: 404,
    title: 'Unknown API key',
    detail: 'The tenant has no key with this id, or the key was revoked, rotated or has expired.',
  },
  help_invalid: {
    status: 400,
    title: 'Request invalid',
    detail: 'The fields break the rules listed in errors; nothing was changed.',
  },
  self_refused: {
    status: 403,
    title: 'Not for yourself',
    detail:
      'Administrators cannot reset their own factors or give themselves a temporary pass. Ask another administrator.',
  },
  operation_invalid: {
    status: 400,
    title: 'Operation invalid',
    detail: 'The operation breaks the rules listed in errors; nothing was sent or checked.',
  },
  grant_invalid: {
    status: 401,
    title: 'Grant invalid',
    detail:
      'The grant was used, has expired, or was not given to this person in this session. Let the person approve the operation again.',
    challenge:
      'error="insufficient_user_authentication", error_description="the operation has to be approved"',
  },
  grant_mismatch: {
    status: 403,
    title: 'Other operation',
    detail:
      'The grant was given for another operation, and is spent. Let the person approve this one.',
  },
  temporary_pass_not_found: {
    status: 404,
    title: 'No temporary pass',
    detail: 'The identity has no temporary pass, or it was used, has expired or has ended.',
  },
  trusted_device_not_found: {
    status: 404,
    title: 'Unknown trusted device',
    detail: 'The identity has no trusted device with this id, or its trust has ended.',
  },
  trusted_devices_not_allowed: {
    status: 403,
    title: 'Trusted devices not allowed',
    detail: 'The policy of the organisation or of its tenant allows no trusted devices.',
  },
  factor_not_proven: {
    status: 409,
    title: 'No factor proven',
    detail:
      'The session has proven no second factor that the identity has and the policy allows. Ask for one first.',
  },
  scope_not_held: {
    status: 403,
    title: 'Scope not held',
    detail:
      'A key cannot have scopes that the credential creating or rotating it lacks. A key that was rotated passes on none.',
  },
  event_type_unknown: {
    status: 400,
    title: 'Unknown event type',
    detail: 'There is no event of that name; nothing was stored.',
  },
  event_type_reserved: {
    status: 400,
    title: 'Event type reserved',
    detail:
      'Only Stepward emits mfa.* and webhook.* events; nothing was stored. Use another event type.',
  },
  event_invalid: {
    status: 400,
    title: 'Event invalid',
    detail: 'The event breaks the rules listed in errors; nothing was stored.',
  },
  not_in_transaction: {
    status: 500,
    title: 'Not in a transaction',
    detail:
      '`tx` is not in a transaction; nothing was stored. Pass the client after BEGIN, not the pool.',
  },
  event_too_large: {
    status: 413,
    title: 'Event too large',
    detail: "The event's data exceeds 256 KiB as JSON; nothing was stored.",
  },
  subscriber_invalid: {
    status: 400,
    title: 'Subscriber invalid',
    detail: 'The fields break the rules listed in errors; nothing was stored.',
  },
  subscriber_not_found: {
    status: 404,
    title: 'Unknown subscriber',
    detail: 'The tenant has no subscriber with this id.',
  },
  subscriber_disabled: {
    status: 409,
    title: 'Subscriber disabled',
    detail: 'The subscriber is disabled and receives nothing. Enable it first.',
  },
  subscriber_limit_reached: {
    status: 409,
    title: 'Too many subscribers',
    detail: 'The tenant has reached its limit of subscribers. Remove one first.',
  },
  webhook_request_invalid: {
    status: 400,
    title: 'Request invalid',
    detail: 'The fields break the rules listed in errors; nothing was changed.',
  },
  event_not_found: {
    status: 404,
    title: 'Unknown event',
    detail: 'The tenant has no event with this id, or it is older than the 30 days of the log.',
  },
  event_version_unavailable: {
    status: 409,
    title: 'Version unavailable',
    detail: 'The data of the event cannot be given in this version. Leave `version` out.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Unknown delivery',
    detail:
      "The subscriber has no delivery with this id, or the delivery is older than the log's retention.",
  },
  delivery_pending: {
    status: 409,
    title: 'Delivery pending',
    detail: 'The delivery is still pending. Replay it once it has succeeded or was given up.',
  },
  event_expired: {
    status: 409,
    title: 'Event expired',
    detail:
      'The event was not to be delivered after a time that is over, so it cannot be sent again.',
  },
  payload_purged: {
    status: 409,
    title: 'Payload purged',
    detail:
      "The event's payload was deleted after its retention period, so it cannot be sent again.",
  },
  webhooks_not_configured: {
    status: 503,
    title: 'Webhooks not configured',
    detail: 'Webhooks are not configured in this service. Pass `webhooks` to createStepward.',
  },
  idempotency_key_in_flight: {
    status: 409,
    title: 'Request in flight',
    detail: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    detail: 'This Idempotency-Key was used with another query or body. Use a new key.',
  },
} as const satisfies Record<DomainError['code'], ErrorRow>;

const ROWS: Readonly<Record<Failure['code'], ErrorRow>> = {
  ...DOMAIN_ERROR_TABLE,
  ...HTTP_ERROR_TABLE,
};

/** Every `reason` that a problem can have, with its status, short code and wording. */
export const errorTable = Object.fromEntries(
  Object.entries(ROWS).map(([reason, row]) => [reason, { ...row, code: SHORT_CODES[row.status] }]),
) as Readonly<Record<Failure['code'], ErrorDefinition>>;

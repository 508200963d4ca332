import type { ErrorDefinition } from './error-definition.js';
import type { HttpFailure } from './http-failure.js';

/** One row per refusal of the HTTP layer itself. */
export const HTTP_ERROR_TABLE = {
  method_not_allowed: {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    detail: 'The path does not support this method. Use one from the Allow header.',
  },
  header_duplicated: {
    status: 400,
    code: 'validation_error',
    title: 'Header repeated',
    detail: 'A header that must be sent once was sent more than once.',
  },
  request_limit_exceeded: {
    status: 429,
    code: 'rate_limited',
    title: 'Too many requests',
    detail:
      'The limit of requests per minute is exceeded. Try again after the time in the Retry-After header.',
  },
  request_limits_unavailable: {
    status: 503,
    code: 'service_unavailable',
    title: 'Rate limiting unavailable',
    detail:
      'Rate limiting is temporarily unavailable, and requests are refused without it. Try again after the time in the Retry-After header.',
    retryAfter: 1,
  },
  token_missing: {
    status: 401,
    code: 'unauthorized',
    title: 'Credential missing',
    detail:
      'The request has no credential. Send it in the Authorization header with the scheme Bearer, or where this service expects it.',
    challenge: '',
  },
  tls_required: {
    status: 403,
    code: 'forbidden',
    title: 'TLS required',
    detail:
      'The credential was sent over plain http. Use https. Behind a proxy that terminates TLS, configure the host to trust it: `trust proxy` in Express, `trustProxy` in Fastify, `scheme` of createFetchHandler. In development use http://localhost without a proxy, or set `requireTls: false` there.',
  },
  origin_refused: {
    status: 403,
    code: 'forbidden',
    title: 'Origin refused',
    detail:
      'The request may come from a page of another site. Send it from a page of the same origin, or add its origin to `allowedOrigins`.',
  },
  authentication_unavailable: {
    status: 503,
    code: 'service_unavailable',
    title: 'Authentication unavailable',
    detail:
      'Credentials cannot be verified at present. Try again after the time in the Retry-After header.',
    retryAfter: 5,
  },
  token_invalid: {
    status: 401,
    code: 'unauthorized',
    title: 'Credential invalid',
    detail:
      'The credential is malformed, expired, revoked or not valid for this API. Obtain a new one.',
    challenge: 'error="invalid_token", error_description="the access token is not valid"',
  },
  service_secret_invalid: {
    status: 401,
    code: 'unauthorized',
    title: 'Service secret invalid',
    detail:
      'The service secret is missing, repeated or not active. Send an active one in the X-Internal-Service-Secret header.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_missing: {
    status: 400,
    code: 'validation_error',
    title: 'Tenant missing',
    detail: 'The request names no tenant. Name it by the host name or in the X-Tenant-ID header.',
  },
  tenant_unknown: {
    status: 401,
    code: 'unauthorized',
    title: 'Unknown tenant',
    detail: 'The host name or the X-Tenant-ID header names an unknown tenant.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_mismatch: {
    status: 403,
    code: 'forbidden',
    title: 'Tenant mismatch',
    detail: 'The host name, the X-Tenant-ID header and the credential must name the same tenant.',
  },
  insufficient_scope: {
    status: 403,
    code: 'forbidden',
    title: 'Scope missing',
    detail: 'The credential lacks a scope that this operation requires. Use one that has it.',
    challenge: 'error="insufficient_scope"',
  },
  authentication_insufficient: {
    status: 401,
    code: 'unauthorized',
    title: 'Authentication not sufficient',
    detail:
      'This resource requires a stronger or a more recent authentication. Authenticate again with the parameters of the WWW-Authenticate header.',
    challenge:
      'error="insufficient_user_authentication", error_description="a stronger or more recent authentication is required"',
  },
  path_invalid: {
    status: 404,
    code: 'not_found',
    title: 'No such resource',
    detail: 'The path is badly encoded, or contains an id that is not valid.',
  },
  query_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'Query invalid',
    detail: 'The query breaks the rules listed in errors.',
  },
  media_type_unsupported: {
    status: 415,
    code: 'unsupported_media_type',
    title: 'Unsupported media type',
    detail: 'Send the body with the content type application/json, in UTF-8.',
  },
  body_too_large: {
    status: 413,
    code: 'content_too_large',
    title: 'Body too large',
    detail: 'The body exceeds the size limit of this operation.',
    endsConnection: true,
  },
  body_incomplete: {
    status: 400,
    code: 'validation_error',
    title: 'Body incomplete',
    detail: 'The body ended early. Send the request again.',
  },
  body_timed_out: {
    status: 408,
    code: 'request_timeout',
    title: 'Body too slow',
    detail: 'The body did not arrive in time. Send the request again.',
    endsConnection: true,
  },
  body_malformed: {
    status: 400,
    code: 'validation_error',
    title: 'Body malformed',
    detail: 'The body must be JSON in UTF-8.',
  },
  body_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'Body invalid',
    detail: 'The body breaks the rules listed in errors.',
  },
  idempotency_key_invalid: {
    status: 400,
    code: 'validation_error',
    title: 'Idempotency key invalid',
    detail: 'An Idempotency-Key must have 1 to 255 visible ASCII characters.',
  },
  busy: {
    status: 503,
    code: 'service_unavailable',
    title: 'Busy',
    detail:
      'Too many requests for the same identity or record are in progress. Nothing was changed. Try again after the time in the Retry-After header.',
    retryAfter: 1,
  },
  storage_unavailable: {
    status: 503,
    code: 'service_unavailable',
    title: 'Storage unavailable',
    detail:
      'The storage of this service cannot be used at present. Read the state before you repeat a change, because it may have been stored. Try again after the time in the Retry-After header.',
    retryAfter: 5,
  },
  internal_error: {
    status: 500,
    code: 'internal_error',
    title: 'Internal error',
    detail: 'An unexpected error occurred. Include request_id when you report it.',
  },
} as const satisfies Record<HttpFailure['code'], ErrorDefinition>;

import type { ErrorRow } from './error-row.js';
import type { HttpFailure } from './http-failure.js';

/** One row per refusal of the HTTP layer itself. */
export const HTTP_ERROR_TABLE = {
  method_not_allowed: {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    detail: 'This path answers the methods in the Allow header.',
  },
  header_duplicated: {
    status: 400,
    code: 'validation_error',
    title: 'Header sent twice',
    detail: 'A header that may be sent once was sent more than once.',
  },
  request_limit_exceeded: {
    status: 429,
    code: 'rate_limited',
    title: 'Too many requests',
    detail: 'More requests came in a minute than are served. Wait as long as Retry-After says.',
  },
  request_limits_unavailable: {
    status: 503,
    code: 'service_unavailable',
    title: 'Requests cannot be counted',
    detail: 'Requests cannot be counted at the moment, and none is served uncounted. Try again.',
    retryAfter: 1,
  },
  token_missing: {
    status: 401,
    code: 'unauthorized',
    title: 'No credential',
    detail:
      'Send the credential in the Authorization header with the scheme Bearer, or where this host says.',
    challenge: '',
  },
  tls_required: {
    status: 403,
    code: 'forbidden',
    title: 'TLS required',
    detail:
      'A credential came over plain http. Use https. Behind a proxy that ends TLS the host has to trust it: `trust proxy` in Express, `trustProxy` in Fastify, `scheme` of createFetchHandler.',
  },
  origin_refused: {
    status: 403,
    code: 'forbidden',
    title: 'Origin refused',
    detail:
      'The browser may have sent this request for a page of another site. Send it from a page of the same origin, or of one in `allowedOrigins`.',
  },
  authentication_unavailable: {
    status: 503,
    code: 'service_unavailable',
    title: 'Authentication unavailable',
    detail: 'Credentials cannot be checked at the moment. Try again.',
    retryAfter: 5,
  },
  token_invalid: {
    status: 401,
    code: 'unauthorized',
    title: 'Credential invalid',
    detail: 'The credential is malformed, expired, revoked or not meant for this API.',
    challenge: 'error="invalid_token", error_description="the access token is not valid"',
  },
  service_secret_invalid: {
    status: 401,
    code: 'unauthorized',
    title: 'Service secret invalid',
    detail: 'Send an active service secret, once, in the X-Internal-Service-Secret header.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_missing: {
    status: 400,
    code: 'validation_error',
    title: 'No tenant named',
    detail: 'Name the tenant by the host name or in the X-Tenant-ID header.',
  },
  tenant_unknown: {
    status: 401,
    code: 'unauthorized',
    title: 'Unknown tenant',
    detail: 'The host name or the X-Tenant-ID header names a tenant that nobody knows.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_mismatch: {
    status: 403,
    code: 'forbidden',
    title: 'Another tenant named',
    detail: 'The host name, the X-Tenant-ID header and the credential do not name the same tenant.',
  },
  insufficient_scope: {
    status: 403,
    code: 'forbidden',
    title: 'Scope missing',
    detail: 'The credential lacks the scope that this operation needs.',
    challenge: 'error="insufficient_scope"',
  },
  path_invalid: {
    status: 404,
    code: 'not_found',
    title: 'No such resource',
    detail: 'A part of the path is badly encoded, or cannot be the id of anything.',
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
    title: 'Not announced as JSON',
    detail: 'Send the body with the content type application/json, in UTF-8.',
  },
  body_too_large: {
    status: 413,
    code: 'content_too_large',
    title: 'Body too large',
    detail: 'The body is larger than this operation takes.',
    endsConnection: true,
  },
  body_incomplete: {
    status: 400,
    code: 'validation_error',
    title: 'Body incomplete',
    detail: 'The body ended before all of it arrived.',
  },
  body_timed_out: {
    status: 408,
    code: 'request_timeout',
    title: 'Body too slow',
    detail: 'The body did not arrive in time.',
    endsConnection: true,
  },
  body_malformed: {
    status: 400,
    code: 'validation_error',
    title: 'Body malformed',
    detail: 'The body is not JSON in UTF-8.',
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
    detail: 'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  },
  busy: {
    status: 503,
    code: 'service_unavailable',
    title: 'Busy',
    detail:
      'Too many requests for the same person or record are under way. Nothing was changed. Wait as long as Retry-After says, then repeat the request.',
    retryAfter: 1,
  },
  internal_error: {
    status: 500,
    code: 'internal_error',
    title: 'Internal error',
    detail: 'Something went wrong on our side. Quote the request id when you report it.',
  },
} as const satisfies Record<HttpFailure['code'], ErrorRow>;

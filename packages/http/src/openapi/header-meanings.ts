import type { RequestHeader, ResponseHeader } from './headers-of.js';

/** Descriptions of request headers. */
export const REQUEST_HEADERS: Readonly<Record<RequestHeader, string>> = {
  Authorization:
    '`Bearer` and an access token; on the Customer API a management key as well. Sent once. A host may read access tokens from elsewhere.',
  Origin: 'Where the credential is not a bearer token: the page that asks. Set by browsers.',
  'Sec-Fetch-Site': 'Likewise: whether that page is of the same origin. Set by browsers.',
  'X-Internal-Service-Secret': 'The secret of the authentication application. Sent once.',
  'X-Tenant-ID':
    'The tenant. Where the credential or the host name names one already, it may only agree. Sent once.',
  'X-Request-Id':
    'An id of your own for the request: 1 to 128 letters, digits, dots, hyphens and underscores. Others are replaced.',
  'Content-Type': '`application/json`, in UTF-8. Sent once.',
  'Idempotency-Key': 'Makes a repeated request safe. Sent once.',
};

/** Descriptions of response headers. */
export const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, string>> = {
  'Content-Type': '`application/json; charset=utf-8`, or `application/problem+json` for errors.',
  'Cache-Control': '`no-store`.',
  'Content-Security-Policy': "`default-src 'none'; base-uri 'none'; frame-ancestors 'none'`.",
  'X-Content-Type-Options': '`nosniff`.',
  'Cross-Origin-Resource-Policy': '`same-origin`.',
  'X-Request-Id': "The request's own id where it brought a good one, otherwise a new one.",
  'X-RateLimit-Limit': 'Requests per minute, by the limit that is nearest.',
  'X-RateLimit-Remaining': 'How many of them are left.',
  'X-RateLimit-Reset': 'Seconds until the count starts again.',
  'Idempotency-Replayed': '`true` where the answer is that of an earlier request.',
  'WWW-Authenticate': 'What to authenticate with, and what was wrong (RFC 6750, RFC 9470).',
  'Retry-After': 'Seconds to wait.',
  Connection: '`close` where the rest of the body is not read.',
  Allow: 'The methods that the path answers.',
};

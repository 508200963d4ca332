import type { HttpRequest } from './http-types.js';

/** What stands safely in a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The caller's own `x-request-id` where there is exactly one, of 1 to 128 letters, digits, dots,
 * hyphens and underscores; null otherwise.
 */
export function readRequestId(headers: HttpRequest['headers']): string | null {
  const [value, ...others] = headers['x-request-id'] ?? [];
  return value !== undefined && others.length === 0 && REQUEST_ID.test(value) ? value : null;
}

import type { RequestHead } from './http-types.js';

/** The characters that are safe in a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The caller's own `x-request-id` if there is exactly one, of 1 to 128 letters, digits, dots, hyphens and
 * underscores; null otherwise.
 */
export function readRequestId(headers: RequestHead['headers']): string | null {
  const [value, ...others] = headers['x-request-id'] ?? [];
  return value !== undefined && others.length === 0 && REQUEST_ID.test(value) ? value : null;
}

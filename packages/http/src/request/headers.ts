import type { FieldViolation } from '@stepward/core';
import type { HttpRequest, RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';

/** Headers that determine the caller or the format of the body. Two values would be ambiguous. */
const SENT_ONCE = ['authorization', 'content-type', 'x-tenant-id', 'idempotency-key'] as const;

/** The value of a header that is sent once; null where it is not sent. */
export function singleHeader(headers: HttpRequest['headers'], name: string): string | null {
  return headers[name]?.[0] ?? null;
}

/**
 * Refuses a request that repeats a header which may be sent once, with `header_duplicated`. The response states the
 * number of lines and does not repeat them, because they may be credentials.
 */
export function checkHeaders(headers: HttpRequest['headers']): Refusal | null {
  const violations = SENT_ONCE.flatMap((field): FieldViolation[] => {
    const count = headers[field]?.length ?? 0;
    return count > 1 ? [{ field, rule: 'sent_once', limit: 1, value: count }] : [];
  });
  return violations.length === 0 ? null : refuse({ code: 'header_duplicated', violations });
}

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

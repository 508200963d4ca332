import type { FieldViolation } from '@stepward/core';
import type { HttpRequest } from './http-types.js';
import { refuse, type Refusal } from './refusal.js';

/** Headers that decide who asks, or how the body reads: two of them could be read two ways. */
const SENT_ONCE = [
  'authorization',
  'content-type',
  'x-tenant-id',
  'x-internal-service-secret',
  'idempotency-key',
] as const;

/** The value of a header that is sent once; null where it is not sent. */
export function singleHeader(headers: HttpRequest['headers'], name: string): string | null {
  return headers[name]?.[0] ?? null;
}

/** Refuses a request that repeats a header which may be sent once, with `header_duplicated`. */
export function checkHeaders(headers: HttpRequest['headers']): Refusal | null {
  const violations: readonly FieldViolation[] = SENT_ONCE.filter(
    (name) => (headers[name]?.length ?? 0) > 1,
  ).map((name) => ({ field: name, rule: 'sent_once', message: 'this header is sent once' }));
  return violations.length === 0 ? null : refuse({ code: 'header_duplicated', violations });
}

import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import { singleHeader } from '../request/headers.js';

/** Requests with these methods may be repeated under a key; other methods ignore the header. */
const METHODS: readonly string[] = ['POST', 'PUT'];

/** Whether requests of a method may be repeated under a key. */
export function takesIdempotencyKey(method: string): boolean {
  return METHODS.includes(method);
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** A String of RFC 9651 section 3.3.3, the format of a key in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * The `Idempotency-Key` of a POST or PUT: 1 to 255 visible ASCII characters. The draft requires quotation marks
 * around it and most clients send none, so `"abc"` and `abc` are one key. Null if none was sent;
 * `idempotency_key_invalid` for anything else, including unbalanced quotation marks and an empty value.
 */
export function readIdempotencyKey({
  method,
  headers,
}: Pick<HttpRequest, 'method' | 'headers'>): string | Refusal | null {
  if (!takesIdempotencyKey(method)) return null;
  const value = singleHeader(headers, 'idempotency-key');
  if (value === null) return null;
  const key = value.startsWith('"') ? unquote(value) : value;
  return KEY.test(key) ? key : refuse({ code: 'idempotency_key_invalid' });
}

/** Returns the text between the quotation marks; empty, which is not a valid key, if they are unbalanced. */
function unquote(value: string): string {
  return (QUOTED.exec(value)?.[1] ?? '').replaceAll(/\\(.)/g, '$1');
}

import { createHash } from 'node:crypto';
import type { Key } from '../shared/keys/key-ring.js';
import { hmacOf } from '../shared/keys/keyed-digest.js';

/** A request with an idempotency key. Everything except the content is the scope that the key is valid for. */
export interface IdempotentRequest {
  readonly tenantId: string;
  /** The caller, for example `['api_key', 'k1']`; different callers have different parts. */
  readonly principal: readonly string[];
  /** Upper case, for example `POST`. */
  readonly method: string;
  readonly path: string;
  /** As the caller chose it, 1 to 255 characters. */
  readonly key: string;
  /** The rest of the request, which must not change under one key. */
  readonly content: string;
}

/**
 * The lookup value of a request's record. It depends on no key: the record is found after a rotation. JSON
 * keeps the parts distinct.
 */
export function recordIdOf({ principal, method, path, key }: IdempotentRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([principal, method, path, key]))
    .digest('hex');
}

/** The HMAC of the request's content. Short content, such as a code, cannot be guessed from it. */
export function contentHmac(key: Key, request: IdempotentRequest): string {
  const parts = ['stepward/idempotency/v1', request.tenantId, recordIdOf(request), request.content];
  return hmacOf(key, parts).toString('hex');
}

/** The context that the answer is encrypted for: this tenant's record, held by this request. */
export function answerContext(tenantId: string, recordId: string, token: string): string[] {
  return ['idempotent answer', tenantId, recordId, token];
}

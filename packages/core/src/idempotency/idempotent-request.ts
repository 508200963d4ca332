import { createHash, createHmac } from 'node:crypto';
import type { Key } from '../shared/key-ring.js';

/** A request with an idempotency key. All but the content is the scope that the key is good for. */
export interface IdempotentRequest {
  readonly tenantId: string;
  /** Who calls, for example `['api_key', 'k1']`: what is another caller's differs in some part. */
  readonly principal: readonly string[];
  /** Upper case, for example `POST`. */
  readonly method: string;
  readonly path: string;
  /** As the caller chose it, 1 to 255 characters. */
  readonly key: string;
  /** The rest of what was sent: under one key it may not change. */
  readonly content: string;
}

/**
 * What the record of a request is found by. No key goes into it, so that a request is found after a
 * rotation as well; JSON keeps the parts apart.
 */
export function recordIdOf({ principal, method, path, key }: IdempotentRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([principal, method, path, key]))
    .digest('hex');
}

/** The HMAC of what was sent. A short content, a code for example, cannot be guessed from it. */
export function contentHmac({ secret }: Key, request: IdempotentRequest): string {
  const parts = ['stepward/idempotency/v1', request.tenantId, recordIdOf(request), request.content];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}

/** What the answer is sealed for: this tenant's record, as this one request holds it. */
export function answerContext(tenantId: string, recordId: string, token: string): string[] {
  return ['idempotent answer', tenantId, recordId, token];
}

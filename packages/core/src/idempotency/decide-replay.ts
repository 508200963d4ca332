import type { KeyRing } from '../shared/keys/key-ring.js';
import { open } from '../shared/keys/seal.js';
import type { IdempotencyRecord } from '../records/idempotency-record.js';
import { answerContext, contentHmac, type IdempotentRequest } from './idempotent-request.js';

/**
 * The kinds of requests with an idempotency key. `fresh`: the first, or the first after the record ran out.
 * `unreadable`: answered before, but the key that decrypts the answer has left the ring.
 */
export type ReplayDecision =
  | { readonly type: 'fresh' }
  | { readonly type: 'other_request' }
  | { readonly type: 'in_flight' }
  | { readonly type: 'replay'; readonly answer: string }
  | { readonly type: 'unreadable' };

/** Decides by the record that storage holds after a reservation under `token`. */
export function decideReplay(
  keys: KeyRing,
  request: IdempotentRequest,
  stored: IdempotencyRecord,
  token: string,
): ReplayDecision {
  if (stored.token === token) return { type: 'fresh' };
  const key = keys.byId.get(stored.fingerprint.keyId);
  // In that case only the fact that a request is in flight is known, not whether it is the same request.
  if (key === undefined) return { type: stored.answer === null ? 'in_flight' : 'unreadable' };
  if (contentHmac(key, request) !== stored.fingerprint.hmac) return { type: 'other_request' };
  if (stored.answer === null) return { type: 'in_flight' };
  const context = answerContext(request.tenantId, stored.recordId, stored.token);
  const answer = open(keys, context, stored.answer);
  return answer === null ? { type: 'unreadable' } : { type: 'replay', answer };
}

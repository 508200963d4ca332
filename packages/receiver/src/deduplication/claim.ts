import {
  DEFAULT_LEASE_MS,
  DEFAULT_TTL_MS,
  type Deduplication,
  type DeduplicationStore,
} from './deduplication.js';
import type { ReceivedEvent } from '../received-event.js';

/** The claim on an accepted event until it is handled. Without deduplication its methods do nothing. */
export interface Claim {
  /**
   * The event is handled: later deliveries of it are duplicates.
   *
   * @param store The receiver's own by default. One that runs in your transaction commits the confirmation together
   * with the handler's writes, or neither.
   * @throws ClaimLostError if the lease ran out and another delivery has since claimed the event.
   */
  confirm(store?: DeduplicationStore): Promise<void>;
  /** The event is not handled; its next delivery may be handled at once. */
  release(): Promise<void>;
}

/** The handler took longer than its lease, and another delivery of the event is being handled, or was. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';

  constructor() {
    super('the lease on this event ran out and another delivery has claimed it');
  }
}

/** The result of a claim. */
export type ClaimVerdict =
  | { readonly type: 'claimed'; readonly claim: Claim }
  | { readonly type: 'done' }
  | { readonly type: 'busy'; readonly retryAfterMs: number };

/** @param claimId an id that no other claim has */
export async function claimEvent(
  { store, by, scope, leaseMs = DEFAULT_LEASE_MS, ttlMs = DEFAULT_TTL_MS }: Deduplication,
  event: ReceivedEvent,
  claimId: string,
): Promise<ClaimVerdict> {
  const id = idOf(event, by);
  const key = scope === undefined ? id : `${scope}:${id}`;
  const answer = await store.claim(key, claimId, leaseMs);
  if (answer === 'done') return { type: 'done' };
  if (answer === 'busy') return { type: 'busy', retryAfterMs: leaseMs };
  return {
    type: 'claimed',
    claim: {
      async confirm(through = store) {
        if (!(await through.confirm(key, claimId, ttlMs))) throw new ClaimLostError();
      },
      release: () => store.release(key, claimId),
    },
  };
}

/** Another sender can choose any id: with the prefix it is never that of a Stepward event. */
function idOf(event: ReceivedEvent, by: Deduplication['by']): string {
  if (!event.known && event.reason === 'standard_webhooks') return `webhook-id:${event.eventId}`;
  return by === 'event_id' ? event.eventId : event.idempotencyKey;
}

/** The claim of a receiver that does not deduplicate. */
export const NO_CLAIM: Claim = {
  confirm: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

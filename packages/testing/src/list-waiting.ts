import {
  ALL_SHARDS,
  type DeliveryQueue,
  type WaitingEvent,
  type WaitingPlace,
  type WaitingSubscriber,
} from '@stepward/core/adapter';

/** What waits in a queue. */
export interface Waiting {
  /** The first event of each tenant that has some in the outbox. */
  readonly events: readonly WaitingEvent[];
  /** Those that have pending deliveries. */
  readonly subscribers: readonly WaitingSubscriber[];
}

/**
 * Reads all pages of `DeliveryQueue.waiting`, of all shards by default.
 *
 * @param limit tenants and subscribers of a page, 1,000 by default
 * @example
 * const { events } = await listWaiting(stepward.outbox.queue);
 * assert.deepEqual(events, []);
 */
export async function listWaiting(
  queue: Pick<DeliveryQueue, 'waiting'>,
  shards: readonly number[] = ALL_SHARDS,
  limit = 1_000,
): Promise<Waiting> {
  const events: WaitingEvent[] = [];
  const subscribers: WaitingSubscriber[] = [];
  let place: WaitingPlace | null = null;
  do {
    const page = await queue.waiting(shards, place, limit);
    events.push(...page.events);
    subscribers.push(...page.subscribers);
    place = page.next;
  } while (place !== null);
  return { events, subscribers };
}

import type {
  DeliveryQueue,
  WaitingEvent,
  WaitingPlace,
  WaitingSubscriber,
} from '@stepward/core/adapter';

/** All that waits. */
export interface Waiting {
  readonly events: readonly WaitingEvent[];
  readonly subscribers: readonly WaitingSubscriber[];
}

/** Reads all pages of what waits in shards. */
export async function readWaiting(
  queue: Pick<DeliveryQueue, 'waiting'>,
  shards: readonly number[],
  limit: number,
): Promise<Waiting> {
  const events: WaitingEvent[] = [];
  const subscribers: WaitingSubscriber[] = [];
  let after: WaitingPlace | null = null;
  do {
    const page = await queue.waiting(shards, after, limit);
    events.push(...page.events);
    subscribers.push(...page.subscribers);
    after = page.next;
  } while (after !== null);
  return { events, subscribers };
}

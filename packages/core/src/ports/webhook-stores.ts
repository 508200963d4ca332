import type { StoredEvent } from '../records/stored-event.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import type { Attempt, Delivery, DeliveryStatus } from '../webhooks/delivery.js';
import type { Ordering, Subscriber } from '../webhooks/subscribers/subscriber.js';

/**
 * The tenant's subscribers. A change counts for the events that are dispatched after it, and its URL and secrets for the attempts
 * that start after it. Services change them under the lock `subscribers`, one after the other.
 */
export interface SubscriberStore {
  /** Newest first; those of the same time by id. */
  list(filter: SubscriberFilter, page: PageRequest): Promise<Page<Subscriber>>;
  /**
   * Stores a new subscriber, or all of a known one but `id`, `createdAt`, `failingSince` and its pause: the queue may have changed
   * these since the subscriber was read. Returns how many subscribers the tenant has then.
   */
  put(subscriber: Subscriber): Promise<number>;
  /** Clears since when a subscriber fails, its pause, and the trial after it. */
  clearFailures(subscriberId: string): Promise<void>;
  /** Its deliveries stay in the log's tables until they are purged, but are no longer returned. */
  delete(subscriberId: string): Promise<void>;
}

/** Which subscribers to list; null does not filter. */
export interface SubscriberFilter {
  readonly subscriberId: string | null;
}

/** Which deliveries of a subscriber to list or replay; null does not filter. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  /** Created from this time on. */
  readonly since: Date | null;
  /** Created before this time. */
  readonly until: Date | null;
}

/** The deliveries to replay. */
export interface ReplayRequest {
  readonly subscriberId: string;
  readonly filter: DeliveryFilter;
  /** When the new deliveries are due, and their events must not have expired. */
  readonly now: Date;
  /**
   * How many deliveries are replayed, the oldest first. Ties with the last millisecond are included: the
   * next replay can begin after it.
   */
  readonly limit: number;
  /** True: nothing is made, and the answer is that of a replay. */
  readonly isDryRun: boolean;
}

/**
 * A delivery to make, past the outbox: `again`, of an event that is there; `event`, of an event with a new id, which is stored
 * with it, and which no other subscriber gets; `replay`, one for each event that a delivery of the filter belongs to,
 * where the event is still there, has not expired, and no delivery of it is pending.
 */
export type EnqueueRequest =
  | { readonly type: 'again'; readonly delivery: Delivery }
  | { readonly type: 'event'; readonly delivery: Delivery; readonly event: StoredEvent }
  | ({ readonly type: 'replay' } & ReplayRequest);

/** What was made for an {@link EnqueueRequest}. */
export interface EnqueuedDeliveries {
  /** 0 for `again` where the tenant has no such event, or the event was purged. */
  readonly count: number;
  /** From which creation time on there is more to replay; null where that was all. */
  readonly more: Date | null;
  /** When the first and the last of the replayed events were emitted; null where there is none. */
  readonly emitted: EmittedRange | null;
}

/** The times of the first and the last of some events. */
export interface EmittedRange {
  readonly first: Date;
  readonly last: Date;
}

/** The deliveries of the tenant's subscribers. */
export interface DeliveryStore {
  /** A delivery of that subscriber with its attempts, by number; null for none. */
  find(
    subscriberId: string,
    deliveryId: string,
  ): Promise<{ readonly delivery: Delivery; readonly attempts: readonly Attempt[] } | null>;
  /** A subscriber's deliveries, newest first; those of the same time by id. */
  list(subscriberId: string, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>>;
  /**
   * Makes pending deliveries, whatever the subscriber's filter says. They are there at once, whatever waits in the outbox,
   * and queue with the retries, behind first attempts. The id of each is a time-ordered UUID of its creation time, by
   * which storage may sort them.
   */
  enqueue(request: EnqueueRequest): Promise<EnqueuedDeliveries>;
  /**
   * Puts the subscriber's pending deliveries in order, or ends their order; it is called before the subscriber is put, in the same unit
   * of work. `key`: those of events with a key keep their due times, and the next of their key waits for them. `none`: those that
   * wait come due now. A dispatch of an event with a key either has committed, and its deliveries are changed as well, or it reads
   * the subscriber after the unit of work. Their number has no bound, so they are not read into memory.
   */
  order(subscriberId: string, ordering: Ordering, now: Date): Promise<void>;
}

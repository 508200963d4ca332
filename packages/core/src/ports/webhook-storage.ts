import type { StoredEvent } from '../events/new-event.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Attempt, Delivery, DeliveryStatus } from '../webhooks/delivery.js';
import type { Subscriber } from '../webhooks/subscriber.js';

/**
 * The tenant's subscribers. A change counts for the events that are dispatched after it, and its URL and secrets for the attempts
 * that start after it. Services change them under the lock `subscribers`, one after the other.
 */
export interface SubscriberStore {
  find(subscriberId: string): Promise<Subscriber | null>;
  /** Newest first; those of the same time by id. */
  list(page: PageRequest): Promise<Page<Subscriber>>;
  count(): Promise<number>;
  insert(subscriber: Subscriber): Promise<void>;
  /**
   * Stores all of it but `id` and `createdAt`. `failingSince` can only be cleared, for the queue may have
   * changed it since the subscriber was read. An unknown subscriber is ignored.
   */
  update(subscriber: Subscriber): Promise<void>;
  /** Its deliveries stay in the log's tables until they are purged, but are no longer returned. */
  delete(subscriberId: string): Promise<void>;
}

/** Which deliveries of a subscriber to list or replay; null does not filter. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  /** Created from this time on. */
  readonly since: Date | null;
  /** Created before this time. */
  readonly until: Date | null;
}

/** What to replay. */
export interface ReplayRequest {
  readonly subscriberId: string;
  readonly filter: DeliveryFilter;
  /** When the new deliveries are due. */
  readonly now: Date;
  /**
   * How many deliveries are replayed, the oldest first. Ties with the last millisecond are included, so that the
   * next replay can begin after it.
   */
  readonly limit: number;
}

/** The deliveries of the tenant's subscribers. */
export interface DeliveryStore {
  /** A delivery of that subscriber, or null. */
  find(subscriberId: string, deliveryId: string): Promise<Delivery | null>;
  /** A subscriber's deliveries, newest first; those of the same time by id. */
  list(subscriberId: string, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>>;
  /** The attempts of a delivery of that subscriber, by number. */
  attempts(subscriberId: string, deliveryId: string): Promise<readonly Attempt[]>;
  /**
   * Stores a pending delivery of an event that is there, whatever the subscriber's filter says. Returns false if the
   * tenant has no such event, or the event was purged. It queues with the retries, behind first attempts. Its id is a
   * time-ordered UUID of its creation time, by which storage may sort it.
   */
  insert(delivery: Delivery): Promise<boolean>;
  /**
   * Stores an event with a new id, past the outbox, and a pending delivery of it, as {@link insert} does. No other
   * subscriber gets the event. Both are there at once, whatever waits in the outbox.
   */
  insertWithEvent(delivery: Delivery, event: StoredEvent): Promise<void>;
  /**
   * Makes one new delivery for each event that a delivery of the filter belongs to, where the event is
   * still there and no delivery of it is pending. Returns how many, and from which creation time on
   * there are more; null where that was all.
   */
  replay(request: ReplayRequest): Promise<{ readonly count: number; readonly more: Date | null }>;
}

import type { PreparedEvent } from '../events/new-event.js';
import type { Attempt, Delivery } from './delivery.js';
import type { SubscriberKey } from './pending-delivery.js';

/** The result of an attempt, or a delivery that ends without one. Storage writes these values without deciding anything. */
export interface FinishedDelivery extends SubscriberKey {
  readonly shard: number;
  readonly deliveryId: string;
  /** The attempts that were recorded before: a delivery with another number is not changed. */
  readonly attempts: number;
  /** The entry for the log; null where no attempt was made. Its body has at most 16,384 characters, none of them zero. */
  readonly log: Attempt | null;
  /** The new state of the delivery. */
  readonly next: Pick<Delivery, 'status' | 'dueAt' | 'finishedAt'>;
  /** What the attempt says about its subscriber; null where no attempt was made. */
  readonly health: SubscriberHealth | null;
  /** The event that is stored together with {@link next}; null for none. */
  readonly event: PreparedEvent | null;
}

export interface SubscriberHealth {
  /** When this attempt began, if it failed; null if it succeeded, which clears the failures and ends a trial. */
  readonly failingSince: Date | null;
  /** Until when a circuit breaker pauses the subscriber; null for no new pause. An earlier time does not shorten one. */
  readonly pausedUntil: Date | null;
}

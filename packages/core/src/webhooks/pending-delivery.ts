import type { Delivery } from './delivery.js';
import { subscriberShard } from './shard.js';

/** The key of a subscriber over all tenants. */
export interface SubscriberKey {
  readonly tenantId: string;
  readonly subscriberId: string;
}

/** A delivery that has not ended, as its owner keeps it in memory: what is sent is read when an attempt starts. */
export interface PendingDelivery extends SubscriberKey {
  /** `subscriberShard` of its subscriber. */
  readonly shard: number;
  readonly deliveryId: string;
  readonly eventId: string;
  /** The attempts that were recorded; the next one has this number plus one. */
  readonly attempts: number;
  /** Whether it queues behind first attempts: it waits for another attempt, or is a replay or a test. */
  readonly isLate: boolean;
  readonly dueAt: Date;
}

/** The key of a delivery over all tenants. Its id alone is none, for it follows from ids that a tenant may choose. */
export function deliveryKey({ tenantId, subscriberId, deliveryId }: PendingDelivery): string {
  return `${tenantId} ${subscriberId} ${deliveryId}`;
}

/** Returns a delivery as workers see it; null for one that is not due: it has ended, or waits for one before it. */
export function pendingOf(
  tenantId: string,
  delivery: Pick<Delivery, 'id' | 'subscriberId' | 'eventId' | 'attempts' | 'dueAt'>,
  isLate: boolean,
): PendingDelivery | null {
  const { id: deliveryId, subscriberId, eventId, attempts, dueAt } = delivery;
  if (dueAt === null) return null;
  const shard = subscriberShard(tenantId, subscriberId);
  return { tenantId, subscriberId, shard, deliveryId, eventId, attempts, isLate, dueAt };
}

/** A subscriber that has pending deliveries. */
export interface WaitingSubscriber extends SubscriberKey {
  readonly shard: number;
}

/** A part of a subscriber's pending deliveries, to be read into memory. */
export interface WindowRequest extends WaitingSubscriber {
  /** First attempts, or those that queue behind them. */
  readonly isLate: boolean;
  /** Those after this one, by due time and id; null from the beginning. */
  readonly after: { readonly dueAt: Date; readonly deliveryId: string } | null;
  readonly limit: number;
}

import type { Attempt, Delivery } from '@stepward/core';
import { type StoredEvent, subscriberShard } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { type Fields, fieldsOf } from '../rows/index.js';

export const DELIVERY: Fields<Delivery> = fieldsOf<Delivery>(
  {
    id: 'plain',
    subscriberId: 'plain',
    eventId: 'plain',
    eventType: 'plain',
    status: 'plain',
    attempts: 'plain',
    dueAt: 'time',
    createdAt: 'time',
    finishedAt: 'time',
    replayOf: 'plain',
    sequence: 'plain',
  },
  { id: 'delivery_id' },
);

export const ATTEMPT: Fields<Attempt> = fieldsOf<Attempt>({
  number: 'plain',
  startedAt: 'time',
  durationMs: 'plain',
  statusCode: 'plain',
  failure: 'plain',
  responseBody: 'plain',
  body: 'plain',
  version: 'plain',
});

/** Returns a delivery that is due. */
export function dueDelivery(
  id: string,
  subscriberId: string,
  event: Pick<StoredEvent, 'id' | 'type'>,
  dueAt: Date,
  sequence: number | null,
): Delivery {
  const fresh = { status: 'pending', attempts: 0, finishedAt: null, replayOf: null } as const;
  const about = { id, subscriberId, eventId: event.id, eventType: event.type };
  return { ...fresh, ...about, dueAt, createdAt: dueAt, sequence };
}

/** What a delivery's row has beside the delivery. */
export interface DeliveryPlace {
  /** Whether it queues behind first attempts. */
  readonly isLate: boolean;
  readonly orderingKey: string | null;
  /** See `OrderPlace`. */
  readonly isOrdered: boolean;
}

/** The place of replays and tests, which are not ordered. */
export const AGAIN: DeliveryPlace = { isLate: true, orderingKey: null, isOrdered: false };

/** Stores a new delivery; one of that id that is there stays. */
export function putDelivery(
  sql: Sql,
  tenantId: string,
  delivery: Delivery,
  place: DeliveryPlace,
): void {
  sql.run(
    `insert into stepward_deliveries
        (tenant_id, shard, is_late, ordering_key, is_ordered, ${DELIVERY.columns})
      values (@tenantId, @shard, @isLate, @orderingKey, @isOrdered, ${DELIVERY.parameters})
      on conflict do nothing`,
    {
      ...DELIVERY.values(delivery),
      tenantId,
      shard: subscriberShard(tenantId, delivery.subscriberId),
      ...place,
    },
  );
}

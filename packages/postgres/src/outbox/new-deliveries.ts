import { firstDeliveryId, handlerId, subscriberShard } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import type { QueueQuery } from '../queue/queue-transaction.js';
import type { AddressedSubscriber } from './addressed-subscribers.js';
import type { OutboxEvent } from './emitted-rows.js';

/**
 * Stores a delivery for each subscriber that was there when the event was emitted, a disabled one gets one that is skipped; and for each
 * handler of the events of which the dispatch begins.
 */
export type StoreDeliveries = (
  query: QueueQuery,
  subscribers: readonly AddressedSubscriber[],
  begun: readonly OutboxEvent[],
) => Promise<void>;

/** A repeat makes the same ids, and changes nothing. */
export function newDeliveries(schema: string, target: QueueSchema): StoreDeliveries {
  const columns = 'tenant_id, subscriber_id, delivery_id, event_id, event_type';
  const made = `unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::smallint[])
         as made (${columns}, emitted_at, shard)`;
  const queue = statement(
    'outbox_queue',
    `with queued as (
       insert into ${schema}.pending_deliveries
         (${columns}, shard, is_first, is_late, attempts, due_at, created_at)
       select ${columns}, shard, true, false, 0, emitted_at, emitted_at from ${made}
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing
     )
     select ${announcement(target, 'arrivals')}`,
  );
  const skip = statement(
    'outbox_skip',
    `insert into ${schema}.deliveries (${columns}, status, attempts, created_at, finished_at)
     select ${columns}, 'skipped', 0, emitted_at, emitted_at from ${made}
     on conflict (tenant_id, subscriber_id, delivery_id) do nothing`,
  );
  return async (query, subscribers, begun) => {
    const receiving = subscribers.filter(({ wasThere }) => wasThere);
    const queued = [...receiving.filter(({ enabled }) => enabled), ...begun.flatMap(toHandlers)];
    const skipped = receiving.filter(({ enabled }) => !enabled);
    if (queued.length > 0) await query(queue, columnsOf(queued));
    if (skipped.length > 0) await query(skip, columnsOf(skipped));
  };
}

/** To whom a delivery goes. */
type Addressed = Pick<AddressedSubscriber, 'event' | 'subscriberId'>;

function toHandlers(event: OutboxEvent): readonly Addressed[] {
  return event.handlers.map((name) => ({ event, subscriberId: handlerId(name) }));
}

/** The values of `$1` to `$7`. */
const COLUMNS: readonly ((to: Addressed) => unknown)[] = [
  ({ event: { emitted } }) => emitted.tenantId,
  ({ subscriberId }) => subscriberId,
  ({ event: { emitted }, subscriberId }) =>
    firstDeliveryId(emitted.emittedAt, emitted.eventId, subscriberId),
  ({ event: { emitted } }) => emitted.eventId,
  ({ event: { type } }) => type,
  ({ event: { emitted } }) => emitted.emittedAt.toISOString(),
  ({ event: { emitted }, subscriberId }) => subscriberShard(emitted.tenantId, subscriberId),
];

function columnsOf(subscribers: readonly Addressed[]): unknown[] {
  return COLUMNS.map((valueOf) => subscribers.map(valueOf));
}

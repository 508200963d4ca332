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
  // Only the owner of a tenant's shard numbers its deliveries, so each row of the sequences is written once a batch, by one transaction.
  const queue = statement(
    'outbox_queue',
    `with made as materialized (
       select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::smallint[], $8::boolean[])
         with ordinality as made (${columns}, emitted_at, shard, enabled, place)
     ),
     counted as materialized (
       select tenant_id, subscriber_id, count(*) as deliveries from made group by tenant_id, subscriber_id
     ),
     moved as (
       update ${schema}.subscriber_sequences as sequence set last = last + deliveries
       from counted where sequence.tenant_id = counted.tenant_id and sequence.subscriber_id = counted.subscriber_id
       returning sequence.tenant_id, sequence.subscriber_id, last - deliveries as before
     ),
     numbered as materialized (
       select made.*, before + row_number() over (partition by made.tenant_id, made.subscriber_id order by place) as sequence
       from made left join moved on moved.tenant_id = made.tenant_id and moved.subscriber_id = made.subscriber_id
     ),
     queued as (
       insert into ${schema}.pending_deliveries
         (${columns}, sequence, shard, is_first, is_late, attempts, due_at, created_at)
       select ${columns}, sequence, shard, true, false, 0, emitted_at, emitted_at from numbered where enabled
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing
     ),
     skipped as (
       insert into ${schema}.deliveries (${columns}, sequence, status, attempts, created_at, finished_at)
       select ${columns}, sequence, 'skipped', 0, emitted_at, emitted_at from numbered where not enabled
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing
     )
     select ${announcement(target, 'arrivals')}`,
  );
  return async (query, subscribers, begun) => {
    const receiving = subscribers.filter(({ wasThere }) => wasThere);
    const made = [...receiving, ...begun.flatMap(toHandlers)];
    if (made.length > 0) await query(queue, columnsOf(made));
  };
}

/** To whom a delivery goes. */
type Addressed = Pick<AddressedSubscriber, 'event' | 'subscriberId' | 'enabled'>;

function toHandlers(event: OutboxEvent): readonly Addressed[] {
  return event.handlers.map((name) => ({ event, subscriberId: handlerId(name), enabled: true }));
}

/** The values of `$1` to `$8`. */
const COLUMNS: readonly ((to: Addressed) => unknown)[] = [
  ({ event: { emitted } }) => emitted.tenantId,
  ({ subscriberId }) => subscriberId,
  ({ event: { emitted }, subscriberId }) =>
    firstDeliveryId(emitted.emittedAt, emitted.eventId, subscriberId),
  ({ event: { emitted } }) => emitted.eventId,
  ({ event: { type } }) => type,
  ({ event: { emitted } }) => emitted.emittedAt.toISOString(),
  ({ event: { emitted }, subscriberId }) => subscriberShard(emitted.tenantId, subscriberId),
  ({ enabled }) => enabled,
];

function columnsOf(subscribers: readonly Addressed[]): unknown[] {
  return COLUMNS.map((valueOf) => subscribers.map(valueOf));
}

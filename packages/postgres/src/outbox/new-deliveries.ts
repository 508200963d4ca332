import {
  firstDeliveryId,
  handlerId,
  subscriberShard,
  type Fence,
  type PendingDelivery,
} from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import type { QueueQuery } from '../queue/queue-transaction.js';
import type { AddressedSubscriber } from './addressed-subscribers.js';
import type { OutboxEvent } from './emitted-rows.js';
import { orderPlaces, type Addressed, type PlacedDelivery } from './order-places.js';

/**
 * Stores a delivery for each subscriber that was there when the event was emitted, a disabled one gets one that is skipped; and for each
 * handler of the events of which the dispatch begins. Returns those that are due; those in shards that the worker does not hold are
 * announced.
 */
export type StoreDeliveries = (
  query: QueueQuery,
  { shards }: Pick<Fence, 'shards'>,
  subscribers: readonly AddressedSubscriber[],
  begun: readonly OutboxEvent[],
) => Promise<readonly PendingDelivery[]>;

/**
 * Whether a delivery has a place in an order. One whose subscriber was deleted since it was looked up has no number, so nothing could
 * let it come due: it is due at once, and then skipped.
 */
const IS_PLACED = '(is_ordered and sequence is not null)';

/** A repeat makes the same ids, and changes nothing. */
export function newDeliveries(schema: string, target: QueueSchema): StoreDeliveries {
  const columns = 'tenant_id, subscriber_id, delivery_id, event_id, event_type';
  // Only the owner of a tenant's shard numbers its deliveries, so each row of the sequences is written once a batch, by one transaction.
  const queue = statement(
    'outbox_queue',
    `with made as materialized (
       select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::smallint[],
           $8::boolean[], $9::uuid[], $10::boolean[], $11::boolean[]) with ordinality
           as made (${columns}, emitted_at, shard, enabled, ordering_key, is_ordered, is_waiting, place)
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
         (${columns}, sequence, shard, ordering_key, is_ordered, is_first, is_late, attempts, due_at, created_at)
       select ${columns}, sequence, shard, ordering_key, ${IS_PLACED}, true, false, 0,
         case when not (is_waiting and ${IS_PLACED}) then emitted_at end, emitted_at
       from numbered where enabled
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing
     ),
     skipped as (
       insert into ${schema}.deliveries (${columns}, sequence, status, attempts, created_at, finished_at)
       select ${columns}, sequence, 'skipped', 0, emitted_at, emitted_at from numbered where not enabled
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing
     )
     select case when $12::boolean then ${announcement(target, 'arrivals')} end`,
  );
  const findPlaces = orderPlaces(target.schemaName);
  return async (query, { shards }, subscribers, begun) => {
    const receiving = subscribers.filter(({ wasThere }) => wasThere);
    const to = [...receiving, ...begun.flatMap(toHandlers)];
    if (to.length === 0) return [];
    const made = (await findPlaces(query, to)).map(newDelivery);
    const due = made
      .filter(({ enabled, isWaiting }) => enabled && !isWaiting)
      .map(({ pending }) => pending);
    const isHeld = new Set(shards.map(({ shard }) => shard));
    await query(queue, [...columnsOf(made), due.some(({ shard }) => !isHeld.has(shard))]);
    return due;
  };
}

function toHandlers(event: OutboxEvent): readonly Addressed[] {
  const unordered = { enabled: true, ordering: 'none' } as const;
  return event.handlers.map((name) => ({ event, subscriberId: handlerId(name), ...unordered }));
}

/** A delivery to make, as workers see it once it is due. */
interface NewDelivery extends PlacedDelivery {
  readonly pending: PendingDelivery;
}

function newDelivery(to: PlacedDelivery): NewDelivery {
  const { tenantId, eventId, emittedAt } = to.event.emitted;
  const { subscriberId } = to;
  const shard = subscriberShard(tenantId, subscriberId);
  const deliveryId = firstDeliveryId(emittedAt, eventId, subscriberId);
  const first = { attempts: 0, isLate: false, dueAt: emittedAt };
  return { ...to, pending: { tenantId, subscriberId, shard, deliveryId, eventId, ...first } };
}

/** The values of `$1` to `$11`. */
const COLUMNS: readonly ((made: NewDelivery) => unknown)[] = [
  ({ pending }) => pending.tenantId,
  ({ pending }) => pending.subscriberId,
  ({ pending }) => pending.deliveryId,
  ({ pending }) => pending.eventId,
  ({ event }) => event.type,
  ({ pending }) => pending.dueAt.toISOString(),
  ({ pending }) => pending.shard,
  ({ enabled }) => enabled,
  ({ event }) => event.orderingKey,
  ({ isOrdered }) => isOrdered,
  ({ isWaiting }) => isWaiting,
];

function columnsOf(made: readonly NewDelivery[]): unknown[] {
  return COLUMNS.map((valueOf) => made.map(valueOf));
}

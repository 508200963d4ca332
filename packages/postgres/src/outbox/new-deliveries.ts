import { firstDeliveryId, subscriberShard } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import type { QueueQuery } from '../queue/queue-transaction.js';
import type { AddressedSubscriber } from './addressed-subscribers.js';
import type { OutboxEvent } from './emitted-rows.js';

export interface NewDeliveryStatements {
  /** Both take the events as columns, then the deliveries as columns. */
  readonly queue: Statement;
  readonly skip: Statement;
}

/** A repeat makes the same ids, and changes nothing. */
export function newDeliveryStatements(schema: string, target: QueueSchema): NewDeliveryStatements {
  const columns = 'tenant_id, subscriber_id, delivery_id, event_id, event_type';
  const made = `(
         select ($1::text[])[place] as tenant_id, subscriber_id, delivery_id, shard, ($2::uuid[])[place] as event_id,
           ($3::text[])[place] as event_type, ($4::timestamptz[])[place] as emitted_at
         from unnest($5::integer[], $6::uuid[], $7::uuid[], $8::smallint[]) as one (place, subscriber_id, delivery_id, shard)
       ) as made`;
  return {
    queue: statement(
      'outbox_queue',
      `with queued as (
         insert into ${schema}.pending_deliveries
           (${columns}, shard, is_first, is_late, attempts, due_at, created_at)
         select ${columns}, shard, true, false, 0, emitted_at, emitted_at from ${made}
         on conflict (tenant_id, subscriber_id, delivery_id) do nothing
       )
       select ${announcement(target, 'arrivals')}`,
    ),
    skip: statement(
      'outbox_skip',
      `insert into ${schema}.deliveries (${columns}, status, attempts, created_at, finished_at)
       select ${columns}, 'skipped', 0, emitted_at, emitted_at from ${made}
       on conflict (tenant_id, subscriber_id, delivery_id) do nothing`,
    ),
  };
}

/** Stores a delivery for each subscriber that was there when the event was emitted; a disabled one gets one that is skipped. */
export async function storeDeliveries(
  query: QueueQuery,
  { queue, skip }: NewDeliveryStatements,
  events: readonly OutboxEvent[],
  subscribers: readonly AddressedSubscriber[],
): Promise<void> {
  const receiving = subscribers.filter(({ wasThere }) => wasThere);
  const queued = receiving.filter(({ enabled }) => enabled);
  const skipped = receiving.filter(({ enabled }) => !enabled);
  if (queued.length > 0) await query(queue, valuesOf(events, queued));
  if (skipped.length > 0) await query(skip, valuesOf(events, skipped));
}

function valuesOf(
  events: readonly OutboxEvent[],
  subscribers: readonly AddressedSubscriber[],
): unknown[] {
  const made = subscribers.map(({ place, subscriberId }) => {
    const { emitted, emittedAt } = events[place]!;
    const { tenantId, eventId } = emitted;
    return {
      deliveryId: firstDeliveryId(emittedAt, eventId, subscriberId),
      shard: subscriberShard(tenantId, subscriberId),
    };
  });
  return [
    events.map(({ emitted }) => emitted.tenantId),
    events.map(({ emitted }) => emitted.eventId),
    events.map(({ type }) => type),
    events.map(({ emittedAt }) => emittedAt),
    subscribers.map(({ place }) => place + 1),
    subscribers.map(({ subscriberId }) => subscriberId),
    made.map(({ deliveryId }) => deliveryId),
    made.map(({ shard }) => shard),
  ];
}

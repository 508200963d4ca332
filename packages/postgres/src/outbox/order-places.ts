import { isOrdered, orderPlace, subscriberShard, type OrderPlace } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement } from '../connection/statement.js';
import { firstOfKey, orderLocks } from '../queue/delivery-order.js';
import type { QueueQuery } from '../queue/queue-transaction.js';
import type { AddressedSubscriber } from './addressed-subscribers.js';

/** To whom a delivery goes. */
export type Addressed = Omit<AddressedSubscriber, 'wasThere'>;

/** A delivery to make, with its place in the order of its subscriber. */
export interface PlacedDelivery extends Addressed, OrderPlace {}

/** Finds out which deliveries wait for one before them: a pending one of their key, or one of the same batch. */
export function orderPlaces(
  schemaName: string,
): (query: QueueQuery, made: readonly Addressed[]) => Promise<readonly PlacedDelivery[]> {
  const locks = orderLocks(schemaName);
  const find = statement(
    'outbox_awaited',
    `select place from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality
       as asked (tenant_id, subscriber_id, ordering_key, place)
     ${firstOfKey(`${quoteIdentifier(schemaName)}.pending_deliveries`)}`,
  );

  /** The keys of those that have a pending delivery. */
  async function findPending(query: QueueQuery, asked: readonly Addressed[]): Promise<Set<string>> {
    if (asked.length === 0) return new Set();
    await locks.share(query, asked.map(shardOf));
    const rows = await query(find, [
      asked.map(({ event }) => event.emitted.tenantId),
      asked.map(({ subscriberId }) => subscriberId),
      asked.map(({ event }) => event.orderingKey),
    ]);
    return new Set(
      (rows as readonly PlaceRow[]).flatMap(({ place }) => {
        const found = asked[Number(place) - 1];
        return found === undefined ? [] : keyOf(found);
      }),
    );
  }

  return async (query, made) => {
    const ordered = made.filter((each) => isOrdered(each, each.event.orderingKey));
    const pending = await findPending(query, ordered);
    return made.map((each) => {
      const place = orderPlace(each, each.event.orderingKey, () => pending.has(keyOf(each)));
      if (place.isOrdered) pending.add(keyOf(each));
      return { ...each, ...place };
    });
  };
}

function shardOf({ event, subscriberId }: Addressed): number {
  return subscriberShard(event.emitted.tenantId, subscriberId);
}

function keyOf({ event, subscriberId }: Addressed): string {
  return `${event.emitted.tenantId} ${subscriberId} ${String(event.orderingKey)}`;
}

interface PlaceRow {
  /** Of its delivery, from 1. */
  readonly place: unknown;
}

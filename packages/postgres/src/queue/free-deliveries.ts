import type { FinishedDelivery, PendingDelivery } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement } from '../connection/statement.js';
import { storedDelivery, type DeliveryRow } from './arrivals.js';
import { firstOfKey, orderLocks } from './delivery-order.js';
import type { QueueQuery } from './queue-transaction.js';

/** An ordered delivery that has ended. */
export interface EndedInOrder extends FinishedDelivery {
  /** Its ordering key. */
  readonly endedKey: string;
}

/** Lets the next of each key come due: the pending one with the lowest sequence, if it waits. Returns these. */
export function freeDeliveries(
  schemaName: string,
): (query: QueueQuery, ended: readonly EndedInOrder[]) => Promise<readonly PendingDelivery[]> {
  const table = `${quoteIdentifier(schemaName)}.pending_deliveries`;
  const locks = orderLocks(schemaName);
  const free = statement(
    'queue_free',
    `with next as materialized (
       select row_id, ended_at from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[])
         as asked (tenant_id, subscriber_id, ordering_key, ended_at)
       ${firstOfKey(table)}
     )
     update ${table} as delivery set due_at = ended_at from next
     where delivery.ctid = row_id and due_at is null
     returning tenant_id, subscriber_id, shard, delivery_id, event_id, attempts, is_late, due_at`,
  );
  return async (query, ended) => {
    if (ended.length === 0) return [];
    await locks.take(
      query,
      ended.map(({ shard }) => shard),
    );
    const inOrder = firstOfEachKey(ended);
    const rows = await query(free, [
      inOrder.map(({ tenantId }) => tenantId),
      inOrder.map(({ subscriberId }) => subscriberId),
      inOrder.map(({ endedKey }) => endedKey),
      inOrder.map(({ next }) => next.finishedAt?.toISOString()),
    ]);
    return (rows as readonly DeliveryRow[]).map(storedDelivery);
  };
}

/** Of each key what ended first, sorted by key: a batch may have several that were due before their order began. */
function firstOfEachKey(ended: readonly EndedInOrder[]): readonly EndedInOrder[] {
  const firsts = new Map<string, EndedInOrder>();
  for (const each of ended) {
    const known = firsts.get(keyOf(each));
    if (known === undefined || endOf(each) < endOf(known)) firsts.set(keyOf(each), each);
  }
  return [...firsts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, first]) => first);
}

function endOf({ next: { finishedAt } }: EndedInOrder): number {
  return finishedAt?.getTime() ?? Infinity;
}

function keyOf({ tenantId, subscriberId, endedKey }: EndedInOrder): string {
  return `${tenantId} ${subscriberId} ${endedKey}`;
}

import { lockKey } from '../connection/unit-of-work.js';
import { statement } from '../connection/statement.js';
import type { QueueQuery } from './queue-transaction.js';

/** Waits for the locks of these shards, and keeps them until the transaction ends. */
export type LockOrder = (query: QueueQuery, shards: Iterable<number>) => Promise<void>;

/**
 * Locks between those who decide what waits in order, and those who let the next come due: a dispatch shares them, a batch of results
 * takes them. Each works after the other has committed, so a delivery never waits for one that is gone. They are taken in one order.
 */
export function orderLocks(schemaName: string): {
  readonly share: LockOrder;
  readonly take: LockOrder;
} {
  const lock = (operation: string, call: string): LockOrder => {
    const all = statement(operation, `select ${call}(key) from unnest($1::bigint[]) as key`);
    return async (query, shards) => {
      const keys = [...new Set(shards)].map((shard) =>
        lockKey(['order', schemaName, String(shard)]),
      );
      await query(all, [keys.toSorted()]);
    };
  };
  return {
    share: lock('order_share', 'pg_advisory_xact_lock_shared'),
    take: lock('order_take', 'pg_advisory_xact_lock'),
  };
}

/**
 * SQL that joins the first pending row of each key that is in order to `asked`, which has `tenant_id`, `subscriber_id` and `ordering_key`.
 *
 * The columns are compared as a whole, because only one index has their order: with `tenant_id =`, the planner might take another
 * one and filter.
 */
export function firstOfKey(table: string): string {
  return `cross join lateral (
       select ctid as row_id, ordering_key, tenant_id, subscriber_id from ${table}
       where is_ordered and (ordering_key, tenant_id, subscriber_id, sequence)
         > (asked.ordering_key, asked.tenant_id, asked.subscriber_id, 0)
       order by ordering_key, tenant_id, subscriber_id, sequence limit 1
     ) as first
     where first.ordering_key = asked.ordering_key and first.tenant_id = asked.tenant_id
       and first.subscriber_id = asked.subscriber_id`;
}

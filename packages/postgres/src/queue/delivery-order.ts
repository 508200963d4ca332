import { lockKey } from '../connection/unit-of-work.js';
import { statement } from '../connection/statement.js';
import type { QueueQuery } from './queue-transaction.js';

/** Waits for the locks of these, and keeps them until the transaction ends. Does nothing for none. */
export type LockEach<Name> = (query: QueueQuery, names: Iterable<Name>) => Promise<void>;

/** Locks that some share, and others take for themselves. */
export interface SharedLocks<Name> {
  readonly share: LockEach<Name>;
  readonly take: LockEach<Name>;
}

/**
 * Locks of shards between those who decide what waits in order, and those who let the next come due: a dispatch shares them, a batch
 * of results takes them. Each works after the other has committed, so a delivery never waits for one that is gone.
 */
export function orderLocks(schemaName: string): SharedLocks<number> {
  return sharedLocks('order', schemaName);
}

/**
 * Locks of tenants between those who read the `ordering` of subscribers, and those who change it: a dispatch shares them before it
 * reads, a change takes them before it looks for pending deliveries. So the change finds what a dispatch made by the old order. They
 * are other locks than those of shards, because a batch of results takes those behind its rows, and a change must hold its lock before.
 */
export function orderingLocks(schemaName: string): SharedLocks<string> {
  return sharedLocks('ordering', schemaName);
}

/** Transactions take the locks of one kind in one order. */
function sharedLocks<Name extends string | number>(
  kind: string,
  schemaName: string,
): SharedLocks<Name> {
  const lock = (operation: string, call: string): LockEach<Name> => {
    const all = statement(operation, `select ${call}(key) from unnest($1::bigint[]) as key`);
    return async (query, names) => {
      const keys = [...new Set(names)].map((name) => lockKey([kind, schemaName, String(name)]));
      if (keys.length > 0) await query(all, [keys.toSorted()]);
    };
  };
  return {
    share: lock(`${kind}_share`, 'pg_advisory_xact_lock_shared'),
    take: lock(`${kind}_take`, 'pg_advisory_xact_lock'),
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

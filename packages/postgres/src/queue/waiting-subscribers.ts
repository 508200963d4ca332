import { subscriberShard, type DeliveryQueue, type SubscriberKey } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import type { QueueTransaction } from './queue-transaction.js';
import { NIL_UUID } from './load-windows.js';

/**
 * Reads a page of the subscribers that have pending deliveries, shard by shard, in the order of their keys. Each step looks up
 * the next key in the index, so the cost depends on how many subscribers there are, not on how long their backlogs are.
 */
export function waitingSubscribers(
  schema: string,
  transact: QueueTransaction,
): DeliveryQueue['waiting'] {
  /** Only one index has this order: with `shard =`, the planner might take another one and filter. */
  const next = (known: string): string =>
    `select shard, tenant_id, subscriber_id from ${schema}.pending_deliveries
         where shard <= ${known}.shard
           and (shard, tenant_id, subscriber_id) > (${known}.shard, ${known}.tenant_id, ${known}.subscriber_id)
         order by shard, tenant_id, subscriber_id limit 1`;
  const select = statement(
    'queue_waiting',
    `select waiting.* from unnest($1::smallint[], $2::text[], $3::uuid[]) as start (shard, tenant_id, subscriber_id)
     cross join lateral (
       with recursive listed as (
         (${next('start')})
         union all
         select next.* from listed cross join lateral (${next('listed')}) as next
       )
       select * from listed
     ) as waiting
     limit $4`,
  );
  return async (shards, after, limit) => {
    const starts = startsAfter(shards, after);
    const columns = [0, 1, 2].map((column) => starts.map((start) => start[column]));
    const rows = await transact((query) => query(select, [...columns, limit]));
    return (rows as readonly WaitingRow[]).map((row) => ({
      shard: row.shard,
      tenantId: row.tenant_id,
      subscriberId: row.subscriber_id,
    }));
  };
}

interface WaitingRow {
  readonly shard: number;
  readonly tenant_id: string;
  readonly subscriber_id: string;
}

/** Where to begin in each shard. Those before the key's shard have been read. */
function startsAfter(
  shards: readonly number[],
  after: SubscriberKey | null,
): readonly (readonly [shard: number, tenantId: string, subscriberId: string])[] {
  const reached = after === null ? -1 : subscriberShard(after.tenantId, after.subscriberId);
  return shards
    .filter((shard) => shard >= reached)
    .toSorted((one, other) => one - other)
    .map((shard) =>
      after !== null && shard === reached
        ? [shard, after.tenantId, after.subscriberId]
        : [shard, '', NIL_UUID],
    );
}

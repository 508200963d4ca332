import { subscriberShard, type DeliveryQueue } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { QueueTransaction } from './queue-transaction.js';
import { NIL_UUID } from './load-windows.js';

/** Reads the tenants with events in the outbox, and the subscribers with pending deliveries, shard by shard, in the order of their keys. */
export function waitingLists(
  schema: string,
  transact: QueueTransaction,
): Pick<DeliveryQueue, 'emitted' | 'waiting'> {
  const events = listStatement({
    operation: 'queue_emitted',
    table: `${schema}.outbox`,
    key: ['tenant_id'],
    inOrder: 'shard, tenant_id, emitted_at, event_id',
  });
  const subscribers = listStatement({
    operation: 'queue_waiting',
    table: `${schema}.pending_deliveries`,
    key: ['tenant_id', 'subscriber_id'],
    inOrder: 'shard, tenant_id, subscriber_id',
  });

  function list(text: Statement, starts: readonly Start[], limit: number) {
    const columns = (starts[0] ?? []).map((_, column) => starts.map((start) => start[column]));
    return starts.length === 0 ? [] : transact((query) => query(text, [...columns, limit]));
  }

  return {
    async emitted(shards, after, limit) {
      const last = after && { shard: after.shard, key: [after.tenantId] };
      const rows = await list(events, startsAfter(shards, last, ['']), limit);
      return (rows as readonly EventRow[]).map((row) => ({
        ...{ tenantId: row.tenant_id, shard: row.shard, eventId: row.event_id },
        emittedAt: storedDate(row.emitted_at),
      }));
    },
    async waiting(shards, after, limit) {
      const last = after && {
        shard: subscriberShard(after.tenantId, after.subscriberId),
        key: [after.tenantId, after.subscriberId],
      };
      const rows = await list(subscribers, startsAfter(shards, last, ['', NIL_UUID]), limit);
      return (rows as readonly SubscriberRow[]).map((row) => ({
        ...{ tenantId: row.tenant_id, shard: row.shard, subscriberId: row.subscriber_id },
      }));
    },
  };
}

interface WaitingList {
  readonly operation: string;
  readonly table: string;
  /** The columns after the shard of which each value is listed once. */
  readonly key: readonly (keyof typeof COLUMN_TYPES)[];
  /** The columns that are selected: those of the index. */
  readonly inOrder: string;
}

const COLUMN_TYPES = { tenant_id: 'text', subscriber_id: 'uuid' };

/**
 * Each step looks up the next key in the index, so the cost depends on how many keys there are, not on how many rows they have.
 * Only one index has this order: with `shard =`, the planner might take another one and filter.
 */
function listStatement({ operation, table, key, inOrder }: WaitingList): Statement {
  const next = (known: string): string =>
    `select ${inOrder} from ${table}
         where shard <= ${known}.shard
           and (shard, ${key.join(', ')}) > (${['shard', ...key].map((name) => `${known}.${name}`).join(', ')})
         order by ${inOrder} limit 1`;
  const starts = key.map((name, index) => `$${String(index + 2)}::${COLUMN_TYPES[name]}[]`);
  return statement(
    operation,
    `select waiting.* from unnest($1::smallint[], ${starts.join(', ')}) as start (shard, ${key.join(', ')})
     cross join lateral (
       with recursive listed as (
         (${next('start')})
         union all
         select next.* from listed cross join lateral (${next('listed')}) as next
       )
       select * from listed
     ) as waiting
     limit $${String(key.length + 2)}`,
  );
}

interface EventRow {
  readonly shard: number;
  readonly tenant_id: string;
  readonly event_id: string;
  readonly emitted_at: unknown;
}

interface SubscriberRow {
  readonly shard: number;
  readonly tenant_id: string;
  readonly subscriber_id: string;
}

/** Where to begin in a shard. */
type Start = readonly [shard: number, ...key: readonly string[]];

/** Where to begin in each shard, by default with its first key. Those before the last key's shard have been read. */
function startsAfter(
  shards: readonly number[],
  last: { readonly shard: number; readonly key: readonly string[] } | null,
  first: readonly string[],
): readonly Start[] {
  return shards
    .filter((shard) => last === null || shard >= last.shard)
    .toSorted((one, other) => one - other)
    .map((shard) => [shard, ...(shard === last?.shard ? last.key : first)]);
}

import type { DeliveryQueue } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedEvent, type EventRow } from './arrivals.js';
import { NIL_UUID } from './load-windows.js';
import type { QueueTransaction } from './queue-transaction.js';

/**
 * Reads the tenants with events in the outbox, then the subscribers with pending deliveries, both shard by shard, in the
 * order of their keys. A page is of one of the two.
 */
export function waitingList(schema: string, transact: QueueTransaction): DeliveryQueue['waiting'] {
  const events = listOf('queue_waiting_events', {
    table: `${schema}.outbox`,
    key: ['tenant_id'],
    inOrder: 'shard, tenant_id, emitted_at, arrival',
    columns: 'shard, tenant_id, emitted_at, event_id',
  });
  const subscribers = listOf('queue_waiting_subscribers', {
    table: `${schema}.pending_deliveries`,
    key: ['tenant_id', 'subscriber_id'],
    inOrder: 'shard, tenant_id, subscriber_id',
    columns: 'shard, tenant_id, subscriber_id',
  });

  /** Returns the rows after one, and the last of them where there may be more. */
  async function read<R extends KeyRow>(list: List, starts: readonly KeyRow[], limit: number) {
    if (starts.length === 0) return { rows: [], last: null };
    const columns = (['shard', ...list.key] as const).map((name) => starts.map((row) => row[name]));
    const answer = await transact((query) => query(list.statement, [...columns, limit]));
    const rows = answer as readonly R[];
    return { rows, last: rows.length < limit ? null : (rows.at(-1) ?? null) };
  }

  return async (shards, after, limit) => {
    const place = after === null ? { of: 'events', last: null } : (JSON.parse(after) as Place);
    const starts = startsAfter(shards, place.last);
    if (place.of === 'events') {
      const { rows, last } = await read<EventRow>(events, starts, limit);
      const next = last === null ? textOf('subscribers', null) : textOf('events', last);
      return { events: rows.map(storedEvent), subscribers: [], next };
    }
    const { rows, last } = await read<Required<KeyRow>>(subscribers, starts, limit);
    return {
      events: [],
      subscribers: rows.map(({ tenant_id: tenantId, subscriber_id: subscriberId, shard }) => ({
        ...{ tenantId, subscriberId, shard },
      })),
      next: last && textOf('subscribers', last),
    };
  };
}

/** Up to where the list was read. It is opaque to callers, and never stored. */
interface Place {
  readonly of: 'events' | 'subscribers';
  /** The last one that was given; null before the first. */
  readonly last: KeyRow | null;
}

interface KeyRow {
  readonly shard: number;
  readonly tenant_id: string;
  /** Not of an event. */
  readonly subscriber_id?: string;
}

function textOf(of: Place['of'], last: KeyRow | null): string {
  return JSON.stringify({ of, last } satisfies Place);
}

/** Where to begin in each shard: after the last row, or with the first one. Shards before the last row's have been read. */
function startsAfter(shards: readonly number[], last: KeyRow | null): readonly KeyRow[] {
  return shards
    .filter((shard) => last === null || shard >= last.shard)
    .toSorted((one, other) => one - other)
    .map((shard) =>
      shard === last?.shard ? last : { shard, tenant_id: '', subscriber_id: NIL_UUID },
    );
}

interface List {
  readonly statement: Statement;
  readonly key: readonly (keyof typeof COLUMN_TYPES)[];
}

interface ListedTable {
  readonly table: string;
  /** The columns after the shard of which each value is listed once. */
  readonly key: List['key'];
  /** The columns of the index. */
  readonly inOrder: string;
  /** The columns that are selected. */
  readonly columns: string;
}

const COLUMN_TYPES = { tenant_id: 'text', subscriber_id: 'uuid' };

/**
 * Each step looks up the next key in the index, so the cost depends on how many keys there are, not on how many rows they have.
 * Only one index has this order: with `shard =`, the planner might take another one and filter.
 */
function listOf(operation: string, { table, key, inOrder, columns }: ListedTable): List {
  const next = (known: string): string =>
    `select ${columns} from ${table}
         where shard <= ${known}.shard
           and (shard, ${key.join(', ')}) > (${['shard', ...key].map((name) => `${known}.${name}`).join(', ')})
         order by ${inOrder} limit 1`;
  const starts = key.map((name, index) => `$${String(index + 2)}::${COLUMN_TYPES[name]}[]`);
  const listed = statement(
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
  return { statement: listed, key };
}

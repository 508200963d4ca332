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
  const events = listStatement({
    operation: 'queue_waiting_events',
    table: `${schema}.outbox`,
    key: ['tenant_id'],
    inOrder: 'shard, tenant_id, emitted_at, event_id',
  });
  const subscribers = listStatement({
    operation: 'queue_waiting_subscribers',
    table: `${schema}.pending_deliveries`,
    key: ['tenant_id', 'subscriber_id'],
    inOrder: 'shard, tenant_id, subscriber_id',
  });

  async function list<R>(text: Statement, starts: readonly Start[], limit: number) {
    const columns = (starts[0] ?? []).map((_, column) => starts.map((start) => start[column]));
    if (starts.length === 0) return [];
    return (await transact((query) => query(text, [...columns, limit]))) as readonly R[];
  }

  return async (shards, after, limit) => {
    const { of, last } = after === null ? BEGINNING : (JSON.parse(after) as Place);
    if (of === 'events') {
      const rows = await list<EventRow>(events, startsAfter(shards, last, ['']), limit);
      const end = rows.length < limit ? undefined : rows.at(-1);
      const next = end
        ? { of, last: { shard: end.shard, key: [end.tenant_id] } }
        : { of: 'subscribers' as const, last: null };
      return { events: rows.map(storedEvent), subscribers: [], next: textOf(next) };
    }
    const starts = startsAfter(shards, last, ['', NIL_UUID]);
    const rows = await list<SubscriberRow>(subscribers, starts, limit);
    const end = rows.length < limit ? undefined : rows.at(-1);
    return {
      events: [],
      subscribers: rows.map(({ shard, tenant_id: tenantId, subscriber_id: subscriberId }) => ({
        ...{ tenantId, subscriberId, shard },
      })),
      next: end
        ? textOf({ of, last: { shard: end.shard, key: [end.tenant_id, end.subscriber_id] } })
        : null,
    };
  };
}

/** Up to where the list was read. It is opaque to callers, and never stored. */
interface Place {
  readonly of: 'events' | 'subscribers';
  /** The last one that was given; null before the first. */
  readonly last: { readonly shard: number; readonly key: readonly string[] } | null;
}

const BEGINNING: Place = { of: 'events', last: null };

function textOf(place: Place): string {
  return JSON.stringify(place);
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
  last: Place['last'],
  first: readonly string[],
): readonly Start[] {
  return shards
    .filter((shard) => last === null || shard >= last.shard)
    .toSorted((one, other) => one - other)
    .map((shard) => [shard, ...(shard === last?.shard ? last.key : first)]);
}

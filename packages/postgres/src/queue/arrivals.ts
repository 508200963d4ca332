import type {
  Arrivals,
  DeliveryQueue,
  PendingDelivery,
  WaitingEvent,
} from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { QueueTransaction } from './queue-transaction.js';

/**
 * Reads what was committed since a cursor: the events of the outbox, and the pending deliveries. A look tells whether there may be
 * any, so most reads ask for nothing more.
 *
 * What is new is found by the transaction that wrote it: everything that the last snapshot did not show and this one does. So a
 * row of a transaction that took long is not passed over, and none comes twice.
 */
export function readArrivals(
  schema: string,
  transact: QueueTransaction,
): DeliveryQueue['arrivals'] {
  const hasUnseen = (table: string): string =>
    `(exists (select from ${schema}.${table} where queued_by = any($1::xid8[]))
         or exists (select from ${schema}.${table} where queued_by >= $2::xid8))`;
  const look = statement(
    'queue_look',
    `select pg_current_snapshot()::text as snapshot, ${SERVER} as server,
       ${hasUnseen('outbox')} as has_events, ${hasUnseen('pending_deliveries')} as has_deliveries`,
  );
  const events = arrivalsStatement('queue_arrivals_events', {
    table: `${schema}.outbox`,
    columns: 'event_id, emitted_at',
    condition: 'true',
  });
  const deliveries = arrivalsStatement('queue_arrivals_deliveries', {
    table: `${schema}.pending_deliveries`,
    columns: 'delivery_id, subscriber_id, event_id, attempts, is_late, due_at',
    condition: 'due_at is not null',
  });
  return (shards, after, limit) =>
    transact(async (query): Promise<Arrivals> => {
      const last = after === null ? null : (JSON.parse(after) as Cursor);
      const unseen = unseenBy(last?.snapshot ?? SHOWS_ALL);
      const [seen] = (await query(look, unseen)) as readonly [LookRow];
      const { snapshot, server } = seen;
      const cursor = JSON.stringify({ snapshot, server } satisfies Cursor);
      if (last?.server !== server) return { arrived: null, cursor };
      const values = [shards, ...unseen, snapshot, limit + 1];
      const read = async <R>(text: Statement, hasSome: boolean): Promise<readonly R[] | null> => {
        if (!hasSome) return [];
        const rows = (await query(text, values)) as readonly (R & ArrivalRow)[];
        return rows.some(({ nth }) => Number(nth) > limit) ? null : rows;
      };
      const emitted = await read<EventRow>(events, seen.has_events);
      const queued = emitted && (await read<DeliveryRow>(deliveries, seen.has_deliveries));
      const arrived = queued && {
        events: emitted.map(storedEvent),
        deliveries: queued.map(storedDelivery),
      };
      return { arrived, cursor };
    });
}

/** Up to where a reader has come. It is opaque to callers, and never stored. */
interface Cursor {
  /** As `pg_snapshot` writes it: `10:20:10,14,15`. */
  readonly snapshot: string;
  /** See {@link SERVER}. */
  readonly server: string;
}

/**
 * Tells one run of a server from another, which may have lost transactions that the first one showed, and may use their ids again. After
 * a crash of one of its processes Postgres recovers without a new start time, but resets its statistics.
 */
const SERVER = `concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
         extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))`;

interface LookRow extends Cursor {
  readonly has_events: boolean;
  readonly has_deliveries: boolean;
}

/** A snapshot that is later than every transaction. */
const SHOWS_ALL = '1:18446744073709551615:';

/** The transactions that a snapshot may not show: those in progress, and all from the second value on. */
function unseenBy(snapshot: string): [inProgress: readonly string[], end: string] {
  const [, end = '', list = ''] = snapshot.split(':');
  return [list === '' ? [] : list.split(','), end];
}

/**
 * Selects the rows that are new: of the transactions that were in progress at the last read (`$2`), and of those that had not begun
 * (from `$3` on). Rows before them are not visited, dead or alive. `$4` is the snapshot that is read. Those of other shards are
 * visited too, so the rows are counted before they are chosen: the last one that the limit (`$5`) allows is in the answer, whatever its shard.
 */
function arrivalsStatement(
  operation: string,
  { table, columns, condition }: Readonly<Record<'table' | 'columns' | 'condition', string>>,
): Statement {
  const among = (transactions: string): string =>
    `select shard, tenant_id, ${columns} from ${table}
       where ${condition} and ${transactions} and pg_visible_in_snapshot(queued_by, $4::pg_snapshot)`;
  return statement(
    operation,
    `select * from (
       select unseen.*, row_number() over () as nth from (
         ${among('queued_by = any($2::xid8[])')}
         union all
         ${among('queued_by >= $3::xid8 and queued_by < pg_snapshot_xmax($4::pg_snapshot)')}
       ) as unseen
       limit $5
     ) as arrived
     where shard = any($1::smallint[]) or nth = $5`,
  );
}

interface ArrivalRow {
  readonly nth: unknown;
}

/** An event of the outbox, as it is selected. */
export interface EventRow {
  readonly tenant_id: string;
  readonly shard: number;
  readonly event_id: string;
  readonly emitted_at: unknown;
}

/** A pending delivery, as it is selected. */
export interface DeliveryRow {
  readonly tenant_id: string;
  readonly subscriber_id: string;
  readonly shard: number;
  readonly delivery_id: string;
  readonly event_id: string;
  readonly attempts: number;
  readonly is_late: boolean;
  readonly due_at: unknown;
}

export function storedEvent(row: EventRow): WaitingEvent {
  return {
    tenantId: row.tenant_id,
    shard: row.shard,
    eventId: row.event_id,
    emittedAt: storedDate(row.emitted_at),
  };
}

export function storedDelivery(row: DeliveryRow): PendingDelivery {
  return {
    tenantId: row.tenant_id,
    subscriberId: row.subscriber_id,
    shard: row.shard,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    attempts: row.attempts,
    isLate: row.is_late,
    dueAt: storedDate(row.due_at),
  };
}

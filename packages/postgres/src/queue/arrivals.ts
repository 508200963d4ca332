import type {
  Arrivals,
  DeliveryQueue,
  EmittedEvent,
  PendingDelivery,
} from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import {
  EMPTY_SNAPSHOT,
  FIRST_DELIVERY,
  FIRST_EVENT,
  laterOf,
  readCursor,
  unseenBy,
  writeCursor,
  type ArrivalKey,
  type ArrivalPosition,
  type Snapshot,
} from './arrival-cursor.js';
import type { QueueQuery, QueueTransaction } from './queue-transaction.js';

/** Reads what was committed since a cursor: the events of the outbox, and the pending deliveries. */
export function readArrivals(
  schema: string,
  transact: QueueTransaction,
): DeliveryQueue['arrivals'] {
  const statements: ArrivalStatements = {
    snapshot: statement(
      'queue_snapshot',
      `select pg_current_snapshot()::text as snapshot, extract(epoch from pg_postmaster_start_time())::text as server`,
    ),
    events: arrivalsStatement(`${schema}.outbox`, EVENT_KEY, 'event_id, emitted_at'),
    deliveries: arrivalsStatement(
      `${schema}.pending_deliveries`,
      DELIVERY_KEY,
      'delivery_id, subscriber_id, event_id, attempts, is_late, due_at',
    ),
  };
  return (shards, after, limit) =>
    transact((query) => readPage(query, statements, { shards, after, limit }));
}

interface ArrivalStatements {
  readonly snapshot: Statement;
  readonly events: Statement;
  readonly deliveries: Statement;
}

interface PageRequest {
  readonly shards: readonly number[];
  readonly after: string | null;
  readonly limit: number;
}

async function readPage(
  query: QueueQuery,
  statements: ArrivalStatements,
  { shards, after, limit }: PageRequest,
): Promise<Arrivals> {
  const [now] = (await query(statements.snapshot, [])) as readonly [SnapshotRow];
  const position = beginRead(after === null ? null : readCursor(after), now);
  const read = (text: Statement, key: ArrivalKey): Promise<readonly unknown[]> =>
    query(text, [shards, ...valuesOf(position, key, limit)]);
  const events = (await read(statements.events, position.event)) as readonly EventRow[];
  // Without a cursor, the deliveries are told by `waiting`.
  const isFirst = position.since === null;
  const deliveries = isFirst
    ? []
    : ((await read(statements.deliveries, position.delivery)) as readonly DeliveryRow[]);
  const hasMore = events.length >= limit || deliveries.length >= limit;
  return {
    events: events.map(storedEvent),
    deliveries: deliveries.map(storedDelivery),
    cursor: writeCursor(
      hasMore
        ? {
            ...position,
            event: keyAfterEvents(events, position.event),
            delivery: keyAfterDeliveries(deliveries, position.delivery),
          }
        : endRead(position),
    ),
    hasMore,
  };
}

interface ReadPosition extends ArrivalPosition {
  readonly until: Snapshot;
}

/** On another server than before everything is read again, for transactions that it has lost may have new rows. */
function beginRead(last: ArrivalPosition | null, { snapshot, server }: SnapshotRow): ReadPosition {
  const begun = { server, until: snapshot, event: FIRST_EVENT, delivery: FIRST_DELIVERY };
  if (last === null) return { ...begun, since: null };
  if (last.server !== server) return { ...begun, since: EMPTY_SNAPSHOT };
  return last.until === null ? { ...begun, since: last.since } : { ...last, until: last.until };
}

function endRead({ server, until }: ReadPosition): ArrivalPosition {
  return { server, since: until, until: null, event: FIRST_EVENT, delivery: FIRST_DELIVERY };
}

/** Higher than every transaction. */
const NO_END = '18446744073709551615';

/** The first read has no end: rows that came from another cluster may have transactions of the future. */
function valuesOf({ since, until }: ReadPosition, key: ArrivalKey, limit: number): unknown[] {
  const { inProgress, end } = unseenBy(since ?? EMPTY_SNAPSHOT);
  const before = since === null ? NO_END : unseenBy(until).end;
  return [inProgress, before, until, limit, ...key, ...laterOf(key, end)];
}

/**
 * Selects the rows that are new, in order, after a key: of the transactions that were in progress at the last read (`$2`), and of
 * those that had not begun, up to `$3`. Rows before them are not visited, dead or alive; for that, Postgres 15 must find one lower
 * bound alone. `$4` is the snapshot that is read; a row from another cluster may name a transaction that this one has
 * not come to, which no snapshot shows. Rows that share the last key of a page are all in it.
 */
function arrivalsStatement(table: string, key: KeyColumns, columns: string): Statement {
  const inOrder = `order by ${key.columns} fetch first $5 rows with ties`;
  const among = (transactions: string, after: string): string =>
    `select shard, tenant_id, queued_by, ${columns} from ${table}
       where shard = any($1::smallint[]) and ${transactions} and (${key.columns}) > (${after})
         and (pg_visible_in_snapshot(queued_by, $4::pg_snapshot)
           or queued_by >= pg_snapshot_xmax(pg_current_snapshot()))
       ${inOrder}`;
  return statement(
    key.operation,
    `select * from (
       select late.* from unnest($2::xid8[]) as unseen (transaction)
       cross join lateral (${among('queued_by = unseen.transaction', key.after)}) as late
       union all
       (${among('queued_by < $3::xid8', key.later)})
     ) as arrived
     ${inOrder}`,
  );
}

interface KeyColumns {
  readonly operation: string;
  readonly columns: string;
  /** The parameters of a key. */
  readonly after: string;
  readonly later: string;
}

const EVENT_KEY: KeyColumns = {
  operation: 'queue_arrivals_events',
  columns: 'queued_by, event_id',
  after: '$6::xid8, $7::uuid',
  later: '$8::xid8, $9::uuid',
};

/** A transaction queues few deliveries, so they are not told apart. */
const DELIVERY_KEY: KeyColumns = {
  operation: 'queue_arrivals_deliveries',
  columns: 'queued_by',
  after: '$6::xid8',
  later: '$7::xid8',
};

interface SnapshotRow {
  readonly snapshot: Snapshot;
  readonly server: string;
}

interface ArrivalRow {
  readonly queued_by: string;
  readonly tenant_id: string;
  readonly shard: number;
}

interface EventRow extends ArrivalRow {
  readonly event_id: string;
  readonly emitted_at: unknown;
}

interface DeliveryRow extends ArrivalRow {
  readonly subscriber_id: string;
  readonly delivery_id: string;
  readonly event_id: string;
  readonly attempts: number;
  readonly is_late: boolean;
  readonly due_at: unknown;
}

function keyAfterEvents(rows: readonly EventRow[], before: ArrivalKey): ArrivalKey {
  const last = rows.at(-1);
  return last === undefined ? before : [last.queued_by, last.event_id];
}

function keyAfterDeliveries(rows: readonly DeliveryRow[], before: ArrivalKey): ArrivalKey {
  const last = rows.at(-1);
  return last === undefined ? before : [last.queued_by];
}

function storedEvent(row: EventRow): EmittedEvent {
  return {
    tenantId: row.tenant_id,
    shard: row.shard,
    eventId: row.event_id,
    row: row.queued_by,
    emittedAt: storedDate(row.emitted_at),
  };
}

function storedDelivery(row: DeliveryRow): PendingDelivery {
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

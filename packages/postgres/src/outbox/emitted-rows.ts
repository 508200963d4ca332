import type { EmittedEvent } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { QueueQuery } from '../queue/queue-transaction.js';

/** An event of the outbox, without its data: that never leaves the database. */
export interface OutboxEvent {
  readonly emitted: EmittedEvent;
  readonly type: string;
  /** Joined by commas. */
  readonly patterns: string;
  readonly emittedAt: Date;
  /** The last subscriber that has its delivery; null where the dispatch has not begun. */
  readonly dispatchedTo: string | null;
  /** Whether the log has an event of that id. */
  readonly isLogged: boolean;
}

/** The keys of events' rows in the outbox, as columns. Rows of one transaction with one id of a tenant are one event. */
const KEYS = 'unnest($1::xid8[], $2::uuid[], $3::text[])';

function keysOf(events: readonly EmittedEvent[]): unknown[] {
  return [
    events.map(({ row }) => row),
    events.map(({ eventId }) => eventId),
    events.map(({ tenantId }) => tenantId),
  ];
}

export interface EmittedRowStatements {
  readonly hold: Statement;
  readonly log: Statement;
  readonly remove: Statement;
  readonly mark: Statement;
}

/** All of them look rows up by their key. */
export function emittedRowStatements(schema: string): EmittedRowStatements {
  const ofKey = `queued_by = taken.queued_by and event_id = taken.event_id and tenant_id = taken.tenant_id`;
  const one = (columns: string): string =>
    `select ${columns} from ${schema}.outbox where ${ofKey} order by emitted_at limit 1`;
  return {
    // The rows are held, so that a repeat of this call waits for it, and then finds none.
    hold: statement(
      'outbox_hold',
      `select place, emitted.*, (
         select event_id from ${schema}.events where tenant_id = taken.tenant_id and event_id = taken.event_id limit 1
       ) is not null as is_logged
       from ${KEYS} with ordinality as taken (queued_by, event_id, tenant_id, place)
       cross join lateral (${one('type, patterns, emitted_at, dispatched_to')} for update) as emitted
       order by place`,
    ),
    log: statement(
      'outbox_log',
      `insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at)
       select emitted.* from ${KEYS} as taken (queued_by, event_id, tenant_id)
       cross join lateral (${one('tenant_id, event_id, type, organisation_id, data, emitted_at')}) as emitted
       on conflict (tenant_id, event_id) do nothing`,
    ),
    remove: statement(
      'outbox_remove',
      `delete from ${schema}.outbox where ctid = any(array(
         select emitted.ctid from ${KEYS} as taken (queued_by, event_id, tenant_id)
         cross join lateral (select ctid from ${schema}.outbox where ${ofKey} offset 0) as emitted
       ))`,
    ),
    mark: statement(
      'outbox_mark',
      `update ${schema}.outbox set dispatched_to = $4 where queued_by = $1 and event_id = $2 and tenant_id = $3`,
    ),
  };
}

/**
 * Those that are still in the outbox, in their order, each once. No other transaction dispatches them until this one ends.
 */
export async function holdEvents(
  query: QueueQuery,
  { hold }: EmittedRowStatements,
  events: readonly EmittedEvent[],
): Promise<readonly OutboxEvent[]> {
  const byKey = new Map(events.map((event) => [keysOf([event]).join(' '), event]));
  const asked = [...byKey.values()];
  const rows = (await query(hold, keysOf(asked))) as readonly HeldRow[];
  return rows.flatMap((row) => {
    const emitted = asked[Number(row.place) - 1];
    return emitted === undefined ? [] : [heldEvent(emitted, row)];
  });
}

function heldEvent(emitted: EmittedEvent, row: HeldRow): OutboxEvent {
  return {
    emitted,
    type: row.type,
    patterns: row.patterns,
    emittedAt: storedDate(row.emitted_at),
    dispatchedTo: row.dispatched_to,
    isLogged: row.is_logged,
  };
}

/** Copies events to the log; the first of an id stays. */
export async function logEvents(
  query: QueueQuery,
  { log }: EmittedRowStatements,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length > 0) await query(log, keysOf(events.map(({ emitted }) => emitted)));
}

export async function removeEvents(
  query: QueueQuery,
  { remove }: EmittedRowStatements,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length > 0) await query(remove, keysOf(events.map(({ emitted }) => emitted)));
}

/** An event goes on after that subscriber. */
export async function markEvent(
  query: QueueQuery,
  { mark }: EmittedRowStatements,
  { emitted: { row, eventId, tenantId } }: OutboxEvent,
  subscriberId: string,
): Promise<void> {
  await query(mark, [row, eventId, tenantId, subscriberId]);
}

interface HeldRow {
  /** Of the event, from 1. */
  readonly place: unknown;
  readonly type: string;
  readonly patterns: string;
  readonly emitted_at: unknown;
  readonly dispatched_to: string | null;
  readonly is_logged: boolean;
}

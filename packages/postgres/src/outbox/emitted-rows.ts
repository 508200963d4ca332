import type { WaitingEvent } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedDate, storedTimes } from '../connection/stored-values.js';
import type { QueueQuery } from '../queue/queue-transaction.js';

/** An event of the outbox, without its data: that never leaves the database. */
export interface OutboxEvent {
  readonly emitted: WaitingEvent;
  /** Where the row is, as long as it is held. */
  readonly rowId: string;
  readonly type: string;
  /** Joined by commas. */
  readonly patterns: string;
  readonly orderingKey: string | null;
  /** The last subscriber that has its delivery; null where the dispatch has not begun. */
  readonly dispatchedTo: string | null;
  /** Whether the log has an event of that id. */
  readonly isLogged: boolean;
  /** The names of the handlers that get it. */
  readonly handlers: readonly string[];
}

/** The rows of the outbox. */
export interface EmittedRows {
  /**
   * Returns the waiting events from the times of these on, at most `limit` of each tenant: the first of each, then the second; those of a
   * tenant by their time, then by their arrival. No other transaction dispatches them until this one ends.
   */
  hold(
    query: QueueQuery,
    from: readonly WaitingEvent[],
    limit: number,
  ): Promise<readonly OutboxEvent[]>;
  settle(query: QueueQuery, settled: SettledEvents): Promise<void>;
}

/** What a dispatch does to the events that it holds. */
export interface SettledEvents {
  /** Go to the log; the first of an id stays. */
  readonly begun: readonly OutboxEvent[];
  /** Leave the outbox. */
  readonly finished: readonly OutboxEvent[];
  /** Goes on after that subscriber; null for none. */
  readonly goesOn: { readonly event: OutboxEvent; readonly after: string } | null;
}

export function emittedRows(schema: string): EmittedRows {
  // The rows are locked, so a repeat of this call waits for it, and then finds the next ones.
  const hold = statement(
    'outbox_hold',
    `select place, emitted.*, (
       select event_id from ${schema}.events where tenant_id = start.tenant_id and event_id = emitted.event_id limit 1
     ) is not null as is_logged,
       array(select name from ${schema}.handlers where events && string_to_array(emitted.patterns, ',')) as handlers
     from unnest($1::smallint[], $2::text[], $3::timestamptz[]) with ordinality
       as start (shard, tenant_id, emitted_at, place)
     cross join lateral (
       select ctid::text as row_id, event_id, arrival, type, patterns, ordering_key, emitted_at, dispatched_to from ${schema}.outbox
       where shard = start.shard and tenant_id = start.tenant_id and emitted_at >= start.emitted_at
       order by emitted_at, arrival limit $4 for update
     ) as emitted
     order by row_number() over (partition by place order by emitted.emitted_at, arrival), place`,
  );
  const settle = statement(
    'outbox_settle',
    `with logged as (
       insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at, expires_at, version)
       select tenant_id, event_id, type, organisation_id, data, emitted_at, expires_at, version from ${schema}.outbox
       where ctid = any($1::tid[])
       on conflict (tenant_id, event_id) do nothing
     ),
     marked as (
       update ${schema}.outbox set dispatched_to = $4 where ctid = $3::tid
     )
     delete from ${schema}.outbox where ctid = any($2::tid[])`,
  );

  return {
    async hold(query, from, limit) {
      const rows = await query(hold, [
        from.map(({ shard }) => shard),
        from.map(({ tenantId }) => tenantId),
        storedTimes(from.map(({ emittedAt }) => emittedAt)),
        limit,
      ]);
      return (rows as readonly HeldRow[]).flatMap((row) => {
        const start = from[Number(row.place) - 1];
        return start === undefined ? [] : [heldEvent(start, row)];
      });
    },
    async settle(query, { begun, finished, goesOn }) {
      const rowsOf = (events: readonly OutboxEvent[]) => events.map(({ rowId }) => rowId);
      const mark = [goesOn?.event.rowId, goesOn?.after];
      await query(settle, [rowsOf(begun), rowsOf(finished), ...mark]);
    },
  };
}

function heldEvent({ tenantId, shard }: WaitingEvent, row: HeldRow): OutboxEvent {
  return {
    emitted: { tenantId, shard, eventId: row.event_id, emittedAt: storedDate(row.emitted_at) },
    rowId: row.row_id,
    type: row.type,
    patterns: row.patterns,
    orderingKey: row.ordering_key,
    dispatchedTo: row.dispatched_to,
    isLogged: row.is_logged,
    handlers: row.handlers,
  };
}

interface HeldRow {
  /** Of the tenant, from 1. */
  readonly place: unknown;
  readonly row_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly patterns: string;
  readonly ordering_key: string | null;
  readonly emitted_at: unknown;
  readonly dispatched_to: string | null;
  readonly is_logged: boolean;
  readonly handlers: readonly string[];
}

import type { ArrivalCursor, Arrivals } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import type { Fields } from '../rows/index.js';
import { PENDING, WAITING_EVENT } from './waiting-rows.js';

/** The last arrival of each table. */
interface Last {
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Reads the last arrivals. A number that was given is never given again, unless its transaction was rolled back, and
 * no other transaction has begun before that.
 */
export function lastArrivals(sql: Sql): Last {
  const row = sql.first(`select
    coalesce((select seq from sqlite_sequence where name = 'stepward_outbox'), 0) as events,
    coalesce((select seq from sqlite_sequence where name = 'stepward_deliveries'), 0) as deliveries`);
  return row as Last;
}

/** See `DeliveryQueue.arrivals`. A cursor is the last arrivals that were there, so that all before them were read. */
export function arrivalsSince(
  sql: Sql,
  shards: readonly number[],
  after: ArrivalCursor | null,
  limit: number,
): Arrivals {
  const last = lastArrivals(sql);
  const cursor = JSON.stringify(last);
  const seen = after === null ? null : (JSON.parse(after) as Last);
  // A cursor from beyond the last arrivals is of another file, or of this one before it was restored.
  if (seen === null || seen.events > last.events || seen.deliveries > last.deliveries) {
    return { events: null, deliveries: null, cursor };
  }
  function read<T extends { readonly shard: number }>(
    table: string,
    fields: Fields<T>,
    since: number,
  ): readonly T[] | null {
    const rows = sql.all(
      `select ${fields.selected} from ${table} where arrival > @since order by arrival limit @rows`,
      { since, rows: limit + 1 },
    );
    if (rows.length > limit) return null;
    return rows.map((row) => fields.read(row)).filter(({ shard }) => shards.includes(shard));
  }
  return {
    events: read('stepward_outbox', WAITING_EVENT, seen.events),
    deliveries: read(
      `(select * from stepward_deliveries where status = 'pending')`,
      PENDING,
      seen.deliveries,
    ),
    cursor,
  };
}

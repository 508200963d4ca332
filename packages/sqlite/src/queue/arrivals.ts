import type { ArrivalCursor, Arrivals } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
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

const EVENTS = `select ${WAITING_EVENT.selected} from stepward_outbox
  where arrival > @since order by arrival limit @rows`;

const DELIVERIES = `select ${PENDING.selected} from stepward_deliveries
  where arrival > @since and status = 'pending' and due_at is not null order by arrival limit @rows`;

/** See `DeliveryQueue.arrivals`. A cursor is the last arrivals that were there, so all before them were read. */
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
    return { arrived: null, cursor };
  }
  const rows = limit + 1;
  const events = WAITING_EVENT.readAll(sql.all(EVENTS, { since: seen.events, rows }));
  const deliveries = PENDING.readAll(sql.all(DELIVERIES, { since: seen.deliveries, rows }));
  if (events.length > limit || deliveries.length > limit) return { arrived: null, cursor };
  const isAsked = ({ shard }: { readonly shard: number }): boolean => shards.includes(shard);
  return {
    arrived: { events: events.filter(isAsked), deliveries: deliveries.filter(isAsked) },
    cursor,
  };
}

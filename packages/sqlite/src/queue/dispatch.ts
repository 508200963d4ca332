import type { Delivery, Subscriber } from '@stepward/core';
import {
  type DispatchLimit,
  type DispatchOutcome,
  firstDeliveryId,
  handlerId,
  orderPlace,
  type PendingDelivery,
  pendingOf,
  type StoredEvent,
  type WaitingEvent,
} from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { dueDelivery, EVENT, logEvent, putDelivery } from '../webhooks/index.js';
import { handlersOf } from './handlers.js';
import { firstOfKey } from './ordered-deliveries.js';

/** Makes the deliveries of events, of each tenant in turns: see `DeliveryQueue.dispatch`. */
export function dispatchEvents(
  sql: Sql,
  from: readonly WaitingEvent[],
  { events, deliveries: limit }: DispatchLimit,
): Omit<DispatchOutcome, 'lost'> {
  const tenants = from.map((event) => ({ event, rows: rowsFrom(sql, event, events) }));
  const reached = new Set<WaitingEvent>();
  const made: PendingDelivery[] = [];
  let left = limit;
  const most = Math.max(0, ...tenants.map(({ rows }) => rows.length));
  for (let nth = 0; nth < most; nth += 1) {
    for (const { event, rows } of tenants) {
      const row = rows[nth];
      if (row === undefined || left === 0) continue;
      const { deliveries, subscribers } = dispatchRow(sql, row, left);
      made.push(...deliveries.flatMap((each) => pendingOf(event.tenantId, each, false) ?? []));
      left -= subscribers;
      reached.add(event);
    }
  }
  const next = from.flatMap((event) => {
    const [first] = rowsFrom(sql, event, 1);
    if (first === undefined) return [];
    const { id: eventId, emittedAt } = first.event;
    return [{ at: { ...event, eventId, emittedAt }, isReached: reached.has(event) }];
  });
  return {
    made,
    unfinished: next.filter(({ isReached }) => isReached).map(({ at }) => at),
    unreached: next.filter(({ isReached }) => !isReached).map(({ at }) => at),
  };
}

interface OutboxRow {
  readonly tenantId: string;
  readonly arrival: number;
  readonly event: StoredEvent;
  /** The last subscriber that has its delivery; null for none. */
  readonly dispatchedTo: string | null;
  /** JSON. */
  readonly patterns: string;
  readonly orderingKey: string | null;
}

/** The outbox of a tenant from an event on, in order. */
function rowsFrom(
  sql: Sql,
  { tenantId, emittedAt }: WaitingEvent,
  limit: number,
): readonly OutboxRow[] {
  const rows = sql.all(
    `select ${EVENT.selected}, tenant_id as tenantId, arrival, dispatched_to as dispatchedTo, patterns,
        ordering_key as orderingKey
      from stepward_outbox
      where tenant_id = @tenantId and emitted_at >= @emittedAt
      order by emitted_at, arrival limit @limit`,
    { tenantId, emittedAt, limit },
  );
  return rows.map((row) => ({ ...(row as OutboxRow), event: EVENT.read(row) }));
}

/** Makes deliveries of an event, at most `limit` to subscribers. Returns them, and how many these are. */
function dispatchRow(
  sql: Sql,
  row: OutboxRow,
  limit: number,
): { readonly deliveries: readonly Delivery[]; readonly subscribers: number } {
  const { tenantId, arrival, event, orderingKey } = row;
  const waiting = waitingSubscribers(sql, row, limit + 1);
  const reached = waiting.slice(0, limit);
  const deliveries = logEvent(sql, tenantId, event) ? putToHandlers(sql, row) : [];
  const skipped = { status: 'skipped', dueAt: null, finishedAt: event.emittedAt } as const;
  for (const { subscriberId, enabled, ordering } of reached) {
    const id = firstDeliveryId(event.emittedAt, event.id, subscriberId);
    const sequence = nextSequence(sql, tenantId, subscriberId);
    const due = dueDelivery(id, subscriberId, event, event.emittedAt, sequence);
    const { isOrdered, isWaiting } = orderPlace(
      { ordering },
      orderingKey,
      (key) => firstOfKey(sql, { tenantId, subscriberId }, key) !== null,
    );
    const pending = isWaiting ? { ...due, dueAt: null } : due;
    const place = { isLate: false, orderingKey, isOrdered };
    const delivery = enabled === 1 ? pending : { ...due, ...skipped };
    putDelivery(sql, tenantId, delivery, place);
    deliveries.push(delivery);
  }
  const last = reached.at(-1);
  if (last === undefined || waiting.length === reached.length) {
    sql.run('delete from stepward_outbox where arrival = @arrival', { arrival });
  } else {
    sql.run('update stepward_outbox set dispatched_to = @last where arrival = @arrival', {
      arrival,
      last: last.subscriberId,
    });
  }
  return { deliveries, subscribers: reached.length };
}

/** Returns the number of a subscriber's next delivery. */
function nextSequence(sql: Sql, tenantId: string, subscriberId: string): number {
  const row = sql.first(
    `update stepward_subscribers set last_sequence = last_sequence + 1
      where tenant_id = @tenantId and subscriber_id = @subscriberId returning last_sequence as sequence`,
    { tenantId, subscriberId },
  );
  return (row as { readonly sequence: number }).sequence;
}

function putToHandlers(
  sql: Sql,
  { tenantId, event, patterns, orderingKey }: OutboxRow,
): Delivery[] {
  return handlersOf(sql, patterns).map((name) => {
    const subscriberId = handlerId(name);
    const id = firstDeliveryId(event.emittedAt, event.id, subscriberId);
    const due = dueDelivery(id, subscriberId, event, event.emittedAt, null);
    putDelivery(sql, tenantId, due, { isLate: false, orderingKey, isOrdered: false });
    return due;
  });
}

interface Reached {
  readonly subscriberId: string;
  readonly enabled: number;
  readonly ordering: Subscriber['ordering'];
}

/** The subscribers that the event reaches and that have no delivery of it, by id; none of an event that was there before. */
function waitingSubscribers(
  sql: Sql,
  { tenantId, event, dispatchedTo, patterns }: OutboxRow,
  limit: number,
): readonly Reached[] {
  return sql.all(
    `select subscriber_id as subscriberId, enabled, ordering from stepward_subscribers
      where tenant_id = @tenantId and created_at <= @emittedAt
        and iif(@dispatchedTo is null,
          not exists (select 1 from stepward_events where tenant_id = @tenantId and event_id = @eventId),
          subscriber_id > @dispatchedTo)
        and exists (
          select 1 from json_each(event_types) as wanted
            where wanted.value in (select value from json_each(@patterns))
        )
      order by subscriber_id limit @limit`,
    { tenantId, eventId: event.id, emittedAt: event.emittedAt, dispatchedTo, patterns, limit },
  ) as readonly Reached[];
}

import type { Delivery, Subscriber } from '@stepward/core';
import {
  type DispatchLimit,
  type DispatchOutcome,
  firstDeliveryId,
  orderPlace,
  type PendingDelivery,
  pendingOf,
  type WaitingEvent,
} from '@stepward/core/adapter';
import type { MemoryHandlers } from './memory-handlers.js';
import {
  dueDelivery,
  orderedDeliveries,
  putDelivery,
  type OutboxRow,
  type WebhookTables,
} from './memory-webhook-tables.js';

/** Makes the deliveries of events: see `DeliveryQueue.dispatch`. */
export function dispatchEvents(
  tenants: ReadonlyMap<string, WebhookTables>,
  handlers: Pick<MemoryHandlers, 'receiving'>,
  from: readonly WaitingEvent[],
  { events, deliveries: limit }: DispatchLimit,
): Omit<DispatchOutcome, 'lost'> {
  const lines = from.map((event) => ({ event, rows: rowsFrom(tenants, event).slice(0, events) }));
  const reached = new Set<WaitingEvent>();
  const made: PendingDelivery[] = [];
  let left = limit;
  const most = Math.max(0, ...lines.map(({ rows }) => rows.length));
  for (let nth = 0; nth < most; nth += 1) {
    for (const { event, rows } of lines) {
      const [tables, next] = [tenants.get(event.tenantId), rows[nth]];
      if (tables === undefined || next === undefined || left === 0) continue;
      const { deliveries, subscribers } = dispatchRow(tables, handlers, next.row, left);
      made.push(...deliveries.flatMap((each) => pendingOf(event.tenantId, each, false) ?? []));
      left -= subscribers;
      reached.add(event);
    }
  }
  const next = from.flatMap((event) => {
    const [first] = rowsFrom(tenants, event);
    return first === undefined ? [] : [{ at: first.at, isReached: reached.has(event) }];
  });
  return {
    made,
    unfinished: next.filter(({ isReached }) => isReached).map(({ at }) => at),
    unreached: next.filter(({ isReached }) => !isReached).map(({ at }) => at),
  };
}

interface WaitingRow {
  readonly row: OutboxRow;
  readonly at: WaitingEvent;
}

/** The outbox of a tenant from an event on, in order. */
function rowsFrom(
  tenants: ReadonlyMap<string, WebhookTables>,
  from: WaitingEvent,
): readonly WaitingRow[] {
  const entries = tenants.get(from.tenantId)?.outbox.entries() ?? [];
  return entries
    .map(([, row]) => {
      const { id: eventId, emittedAt } = row.prepared.event;
      return { row, at: { ...from, eventId, emittedAt } };
    })
    .filter(({ at }) => at.emittedAt >= from.emittedAt)
    .toSorted((one, other) => one.row.arrival - other.row.arrival)
    .toSorted((one, other) => Number(one.at.emittedAt) - Number(other.at.emittedAt));
}

/** Makes deliveries of an event, at most `limit` to subscribers. Returns them, and how many these are. */
function dispatchRow(
  tables: WebhookTables,
  handlers: Pick<MemoryHandlers, 'receiving'>,
  row: OutboxRow,
  limit: number,
): { readonly deliveries: readonly Delivery[]; readonly subscribers: number } {
  const waiting = waitingSubscribers(tables, row);
  const reached = waiting.slice(0, limit);
  const isFirst = tables.events.get(row.prepared.event.id) === undefined;
  const receiving = isFirst ? handlers.receiving(row.prepared.patterns) : [];
  const deliveries = dispatchTo(tables, row, [
    ...reached.map(({ id, enabled, ordering }) => {
      return { id, enabled, ordering, sequence: nextSequence(tables, id) };
    }),
    ...receiving.map((id) => ({
      ...{ id, enabled: true, ordering: 'none' as const },
      sequence: null,
    })),
  ]);
  const key = String(row.arrival);
  const last = reached.at(-1);
  if (last === undefined || reached.length === waiting.length) tables.outbox.delete(key);
  else tables.outbox.set(key, { ...row, dispatchedTo: last.id });
  return { deliveries, subscribers: reached.length };
}

/** Returns the subscribers that the event reaches and that have no delivery of it, by id; none of an event that was there before. */
function waitingSubscribers(
  { events, subscribers }: WebhookTables,
  { prepared, dispatchedTo }: OutboxRow,
): readonly Subscriber[] {
  const { event, patterns } = prepared;
  if (dispatchedTo === null && events.get(event.id) !== undefined) return [];
  return subscribers
    .entries()
    .map(([, subscriber]) => subscriber)
    .filter(
      ({ id, eventTypes, createdAt }) =>
        eventTypes.some((pattern) => patterns.includes(pattern)) &&
        createdAt <= event.emittedAt &&
        (dispatchedTo === null || id > dispatchedTo),
    )
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function nextSequence({ sequences }: WebhookTables, subscriberId: string): number {
  const next = (sequences.get(subscriberId) ?? 0) + 1;
  sequences.set(subscriberId, next);
  return next;
}

/** To whom a delivery goes. */
type Reached = Pick<Subscriber, 'id' | 'enabled' | 'ordering'> & Pick<Delivery, 'sequence'>;

function dispatchTo(
  tables: WebhookTables,
  { prepared: { event, orderingKey } }: OutboxRow,
  reached: readonly Reached[],
): readonly Delivery[] {
  if (tables.events.get(event.id) === undefined) tables.events.set(event.id, event);
  const skipped = { status: 'skipped', dueAt: null, finishedAt: event.emittedAt } as const;
  return reached.map(({ id, enabled, sequence, ...subscriber }) => {
    const deliveryId = firstDeliveryId(event.emittedAt, event.id, id);
    const due = dueDelivery(deliveryId, id, event, event.emittedAt, sequence);
    const { isOrdered, isWaiting } = orderPlace(
      subscriber,
      orderingKey,
      (key) => orderedDeliveries(tables, id, key).length > 0,
    );
    const pending = isWaiting ? { ...due, dueAt: null } : due;
    const place = { isLate: false, orderingKey, isOrdered };
    const delivery = enabled ? pending : { ...due, ...skipped };
    putDelivery(tables, delivery, place);
    return delivery;
  });
}

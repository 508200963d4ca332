import type { Subscriber } from '@stepward/core';
import { type EmittedEvent, firstDeliveryId } from '@stepward/core/adapter';
import {
  dueDelivery,
  putDelivery,
  type OutboxRow,
  type WebhookTables,
} from './memory-webhook-tables.js';

/** Makes the deliveries of events, at most `limit`: see `DeliveryQueue.dispatch`. Returns the events that are not whole. */
export function dispatchEvents(
  tenants: ReadonlyMap<string, WebhookTables>,
  events: readonly EmittedEvent[],
  limit: number,
): readonly EmittedEvent[] {
  let left = limit;
  return events.filter(({ tenantId, row: key }) => {
    const tables = tenants.get(tenantId);
    const row = tables?.outbox.get(key);
    if (tables === undefined || row === undefined) return false;
    const waiting = waitingSubscribers(tables, row);
    const reached = waiting.slice(0, left);
    if (left === 0) return true;
    left -= reached.length;
    dispatchTo(tables, row, reached);
    const last = reached.at(-1);
    if (last === undefined || reached.length === waiting.length) {
      tables.outbox.delete(key);
      return false;
    }
    tables.outbox.set(key, { ...row, dispatchedTo: last.id });
    return true;
  });
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

function dispatchTo(
  tables: WebhookTables,
  { prepared: { event } }: OutboxRow,
  reached: readonly Subscriber[],
): void {
  if (tables.events.get(event.id) === undefined) tables.events.set(event.id, event);
  for (const { id, enabled } of reached) {
    const deliveryId = firstDeliveryId(event.emittedAt, event.id, id);
    const due = dueDelivery(deliveryId, id, event, event.emittedAt);
    const skipped = { status: 'skipped', dueAt: null, finishedAt: event.emittedAt } as const;
    putDelivery(tables, enabled ? due : { ...due, ...skipped }, false);
  }
}

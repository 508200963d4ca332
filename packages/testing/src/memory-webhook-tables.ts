import type { Attempt, Delivery, ListedEvent, Subscriber } from '@stepward/core';
import type { PreparedEvent, StoredEvent } from '@stepward/core/adapter';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';

/** The tables behind the events and webhooks of one tenant. */
export interface WebhookTables {
  /** Events that were not dispatched yet, by their arrival. */
  readonly outbox: MemoryTable<OutboxRow>;
  readonly events: MemoryTable<StoredEvent>;
  readonly subscribers: MemoryTable<Subscriber>;
  readonly deliveries: MemoryTable<QueuedDelivery>;
  /** The subscribers that were paused and have had no success since, by id: how many such pauses their answers asked for. */
  readonly trials: MemoryTable<number>;
  /** The number of the last delivery to each subscriber, by its id. */
  readonly sequences: MemoryTable<number>;
  /** Returns the arrival of a new row of the outbox, or of a pending delivery. It grows over all tenants. */
  arrive(): number;
}

export interface OutboxRow {
  readonly arrival: number;
  readonly prepared: PreparedEvent;
  /** The last subscriber that has its delivery; null before the first. */
  readonly dispatchedTo: string | null;
}

/** A delivery as the queue keeps it. */
export interface QueuedDelivery {
  readonly arrival: number;
  readonly delivery: Delivery;
  /** Whether it queues behind first attempts. */
  readonly isLate: boolean;
  readonly orderingKey: string | null;
  /** See `OrderPlace`. */
  readonly isOrdered: boolean;
  /** By number. */
  readonly attempts: readonly Attempt[];
}

export function createWebhookTables(journal: MemoryJournal, arrive: () => number): WebhookTables {
  return {
    outbox: journal.table(),
    events: journal.table(),
    subscribers: journal.table(),
    deliveries: journal.table(),
    trials: journal.table(),
    sequences: journal.table(),
    arrive,
  };
}

/** Appends an event to the outbox: see `Stores.record`. */
export function appendEvent({ outbox, arrive }: WebhookTables, prepared: PreparedEvent): void {
  const arrival = arrive();
  outbox.set(String(arrival), { arrival, prepared, dispatchedTo: null });
}

/** Returns all events, oldest first; those of one moment in the order in which they were appended. */
export function emittedEvents({ events, outbox }: WebhookTables): readonly ListedEvent[] {
  const waiting = outbox
    .entries()
    .map(([, row]) => row)
    .toSorted((left, right) => left.arrival - right.arrival);
  const begun = new Set(
    waiting.flatMap(({ prepared, dispatchedTo }) => (dispatchedTo ? [prepared.event.id] : [])),
  );
  const listed = new Map<string, ListedEvent>();
  for (const [id, event] of events.entries()) {
    listed.set(id, { ...event, dispatched: !begun.has(id) });
  }
  for (const { prepared } of waiting) {
    const { event } = prepared;
    if (!listed.has(event.id)) listed.set(event.id, { ...event, dispatched: false });
  }
  return [...listed.values()].sort(
    (left, right) => Number(left.emittedAt) - Number(right.emittedAt),
  );
}

/** Returns a delivery that is due. */
export function dueDelivery(
  id: string,
  subscriberId: string,
  event: StoredEvent,
  dueAt: Date,
  sequence: number | null,
): Delivery {
  return {
    id,
    subscriberId,
    eventId: event.id,
    eventType: event.type,
    status: 'pending',
    attempts: 0,
    dueAt,
    createdAt: dueAt,
    finishedAt: null,
    replayOf: null,
    sequence,
  };
}

export function putDelivery(
  { deliveries, arrive }: WebhookTables,
  delivery: Delivery,
  place: Pick<QueuedDelivery, 'isLate' | 'orderingKey' | 'isOrdered'>,
): void {
  deliveries.set(delivery.id, { arrival: arrive(), delivery, attempts: [], ...place });
}

/** Returns all deliveries. */
export function allDeliveries({ deliveries }: WebhookTables): readonly QueuedDelivery[] {
  return deliveries.entries().map(([, queued]) => queued);
}

/** Whether a delivery has not ended. */
export function isPending({ delivery }: QueuedDelivery): boolean {
  return delivery.status === 'pending';
}

/** Returns the pending deliveries of a subscriber that are in order by a key, in that order. */
export function orderedDeliveries(
  tables: WebhookTables,
  subscriberId: string,
  orderingKey: string,
): readonly QueuedDelivery[] {
  return allDeliveries(tables)
    .filter((queued) => isPending(queued) && queued.delivery.subscriberId === subscriberId)
    .filter((queued) => queued.isOrdered && queued.orderingKey === orderingKey)
    .toSorted((one, other) => Number(one.delivery.sequence) - Number(other.delivery.sequence));
}

/**
 * Deletes old events, except those with a pending delivery, and those of the outbox that a subscriber or a handler may wait
 * for: see `Storage.purge`.
 */
export function purgeEvents(tables: WebhookTables, emittedUntil: Date, isHandled: boolean): void {
  const { outbox, events, subscribers } = tables;
  const isAwaited = isHandled || subscribers.size() > 0;
  for (const [row, { prepared }] of outbox.entries()) {
    if (prepared.event.emittedAt <= emittedUntil && !isAwaited) outbox.delete(row);
  }
  const needed = new Set([
    ...allDeliveries(tables)
      .filter(isPending)
      .map(({ delivery }) => delivery.eventId),
    ...outbox.entries().map(([, { prepared }]) => prepared.event.id),
  ]);
  for (const [id, { emittedAt }] of events.entries()) {
    if (emittedAt <= emittedUntil && !needed.has(id)) events.delete(id);
  }
}

/** Deletes old deliveries with their attempts, and what waits for handlers that are gone: see `Storage.purge`. */
export function purgeDeliveries(
  tables: WebhookTables,
  endedUntil: Date,
  goneHandlers: readonly string[],
): void {
  for (const { delivery } of allDeliveries(tables)) {
    const { id, subscriberId, finishedAt } = delivery;
    const isOver =
      finishedAt === null ? goneHandlers.includes(subscriberId) : finishedAt <= endedUntil;
    if (isOver) tables.deliveries.delete(id);
  }
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { Attempt, Delivery, PreparedEvent, StoredEvent, Subscriber } from '@stepward/core';
import { uuidv7 } from '@stepward/core/adapter';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';

/** The tables behind the events and webhooks of one tenant. */
export interface WebhookTables {
  /** Events that were not dispatched yet, by an id of the row. */
  readonly outbox: MemoryTable<PreparedEvent>;
  readonly events: MemoryTable<StoredEvent>;
  readonly subscribers: MemoryTable<Subscriber>;
  readonly deliveries: MemoryTable<QueuedDelivery>;
  /** Until when nothing of a subscriber is leased, by its id. */
  readonly pauses: MemoryTable<Date>;
  /** Subscribers that a circuit breaker paused, until an attempt succeeds: one is leased at a time. */
  readonly trials: MemoryTable<true>;
}

/** A delivery as the queue keeps it. */
export interface QueuedDelivery {
  /** While it is leased, it is due when the lease ends. */
  readonly delivery: Delivery;
  /** Whether it queues behind first attempts. */
  readonly isLate: boolean;
  /** Who holds the lease, or held it when it ran out; null if it was never leased or the lease was given back. */
  readonly lease: { readonly owner: string; readonly startedAt: Date } | null;
  /** By number. */
  readonly attempts: readonly Attempt[];
}

export function createWebhookTables(journal: MemoryJournal): WebhookTables {
  return {
    outbox: journal.table(),
    events: journal.table(),
    subscribers: journal.table(),
    deliveries: journal.table(),
    pauses: journal.table(),
    trials: journal.table(),
  };
}

/** Appends an event to the outbox: see `EventStore.append`. */
export function appendEvent({ outbox }: WebhookTables, prepared: PreparedEvent): void {
  outbox.set(randomUUID(), prepared);
}

/** Moves all events from the outbox to the log, and makes their deliveries: see `EventStore.append`. */
export function dispatchEvents(tables: WebhookTables): void {
  const oldestFirst = tables.outbox
    .entries()
    .toSorted(
      ([, left], [, right]) => Number(left.event.emittedAt) - Number(right.event.emittedAt),
    );
  for (const [row, prepared] of oldestFirst) {
    tables.outbox.delete(row);
    if (tables.events.get(prepared.event.id) === undefined) dispatchOne(tables, prepared);
  }
}

/** Returns all events, oldest first; those of one moment in the order in which they were appended. */
export function emittedEvents(tables: WebhookTables): readonly StoredEvent[] {
  dispatchEvents(tables);
  const events = tables.events.entries().map(([, event]) => event);
  return events.toSorted((left, right) => Number(left.emittedAt) - Number(right.emittedAt));
}

function dispatchOne(tables: WebhookTables, { event, patterns }: PreparedEvent): void {
  tables.events.set(event.id, event);
  for (const [id, { eventTypes, enabled, createdAt }] of tables.subscribers.entries()) {
    const isMeant = eventTypes.some((pattern) => patterns.includes(pattern));
    if (!isMeant || createdAt > event.emittedAt) continue;
    const due = dueDelivery(id, event, event.emittedAt);
    putDelivery(tables, enabled ? due : skipped(due, event.emittedAt), false);
  }
}

export function skipped(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, status: 'skipped', dueAt: null, finishedAt: now };
}

/**
 * Returns a delivery that is due. Its id is random, as in Postgres: with a counter, tests could rely on an
 * order that no other storage gives.
 */
export function dueDelivery(subscriberId: string, event: StoredEvent, dueAt: Date): Delivery {
  return {
    id: uuidv7(dueAt, randomBytes(10)),
    subscriberId,
    eventId: event.id,
    eventType: event.type,
    status: 'pending',
    attempts: 0,
    dueAt,
    createdAt: dueAt,
    finishedAt: null,
    replayOf: null,
  };
}

export function putDelivery(
  { deliveries }: WebhookTables,
  delivery: Delivery,
  isLate: boolean,
): void {
  deliveries.set(delivery.id, { delivery, isLate, lease: null, attempts: [] });
}

/** Returns all deliveries, or those of one subscriber. */
export function queuedDeliveries(
  { deliveries }: WebhookTables,
  subscriberId: string | null = null,
): readonly QueuedDelivery[] {
  const all = deliveries.entries().map(([, queued]) => queued);
  return subscriberId === null
    ? all
    : all.filter(({ delivery }) => delivery.subscriberId === subscriberId);
}

/** Deletes old events, except those with a pending delivery: see `Storage.purge`. */
export function purgeEvents(tables: WebhookTables, emittedUntil: Date): void {
  dispatchEvents(tables);
  const pending = queuedDeliveries(tables).filter(({ delivery }) => delivery.finishedAt === null);
  const needed = new Set(pending.map(({ delivery }) => delivery.eventId));
  for (const [id, { emittedAt }] of tables.events.entries()) {
    if (emittedAt <= emittedUntil && !needed.has(id)) tables.events.delete(id);
  }
}

/** Deletes old deliveries with their attempts: see `WebhookStorage.purge`. */
export function purgeDeliveries(tables: WebhookTables, endedUntil: Date): void {
  for (const { delivery } of queuedDeliveries(tables)) {
    const { id, finishedAt } = delivery;
    if (finishedAt !== null && finishedAt <= endedUntil) tables.deliveries.delete(id);
  }
}

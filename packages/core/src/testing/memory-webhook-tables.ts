import { randomBytes } from 'node:crypto';
import type { StoredEvent } from '../events/new-event.js';
import { uuidv7 } from '../shared/uuidv7.js';
import type { Attempt, Delivery } from '../webhooks/delivery.js';
import type { Subscriber } from '../webhooks/subscriber.js';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';

/** The tables behind the events and webhooks of one tenant. */
export interface WebhookTables {
  readonly events: MemoryTable<StoredEvent>;
  readonly subscribers: MemoryTable<Subscriber>;
  readonly deliveries: MemoryTable<QueuedDelivery>;
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
  return { events: journal.table(), subscribers: journal.table(), deliveries: journal.table() };
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

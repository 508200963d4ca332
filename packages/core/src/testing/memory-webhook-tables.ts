import { randomBytes } from 'node:crypto';
import type { StoredEvent } from '../events/new-event.js';
import { addMs } from '../shared/duration.js';
import { uuidv7 } from '../shared/uuidv7.js';
import type { Attempt, Delivery } from '../webhooks/delivery.js';
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from '../webhooks/retention.js';
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

/** Deletes old events and deliveries: see `Storage.purge`. */
export function purgeWebhooks(tables: WebhookTables, now: Date): void {
  const needed = new Set<string>();
  for (const { delivery } of queuedDeliveries(tables)) {
    const { id, eventId, finishedAt } = delivery;
    if (finishedAt === null) needed.add(eventId);
    else if (addMs(finishedAt, DELIVERY_RETENTION_MS) <= now) tables.deliveries.delete(id);
  }
  for (const [id, { emittedAt }] of tables.events.entries()) {
    if (addMs(emittedAt, EVENT_RETENTION_MS) <= now && !needed.has(id)) tables.events.delete(id);
  }
}

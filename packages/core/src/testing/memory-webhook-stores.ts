import type { PreparedEvent, StoredEvent } from '../events/new-event.js';
import type { EventFilter, EventStore } from '../ports/stores.js';
import type {
  DeliveryFilter,
  DeliveryStore,
  ReplayRequest,
  SubscriberStore,
  WebhookStores,
} from '../ports/webhook-storage.js';
import type { Delivery } from '../webhooks/delivery.js';
import { timeKey, pageOf } from './memory-page.js';
import {
  dueDelivery,
  putDelivery,
  queuedDeliveries,
  type WebhookTables,
} from './memory-webhook-tables.js';

export function webhookStores(
  tables: WebhookTables,
): Pick<WebhookStores, 'events' | 'subscribers' | 'deliveries'> {
  return {
    events: eventStore(tables),
    subscribers: subscriberStore(tables),
    deliveries: deliveryStore(tables),
  };
}

/** Stores an event with its deliveries: see `EventStore.append`. */
export function appendEvent(
  tables: WebhookTables,
  event: StoredEvent,
  patterns: readonly string[],
): boolean {
  if (tables.events.get(event.id) !== undefined) return false;
  tables.events.set(event.id, event);
  for (const [id, { eventTypes, enabled }] of tables.subscribers.entries()) {
    if (!eventTypes.some((pattern) => patterns.includes(pattern))) continue;
    const due = dueDelivery(id, event, event.emittedAt);
    putDelivery(tables, enabled ? due : skipped(due, event.emittedAt), false);
  }
  return true;
}

/** Stores an event of a delivery that has come to its end; null for none. */
export function appendPrepared(tables: WebhookTables, prepared: PreparedEvent | null): void {
  if (prepared !== null) appendEvent(tables, prepared.event, prepared.patterns);
}

export function skipped(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, status: 'skipped', dueAt: null, finishedAt: now };
}

function eventStore(tables: WebhookTables): EventStore {
  return {
    append: (event, patterns) => Promise.resolve(appendEvent(tables, event, patterns)),
    list(filter, page) {
      const events = tables.events.entries().map(([, event]) => event);
      const found = events.filter((event) => matchesEvent(event, filter));
      return Promise.resolve(pageOf(found, ({ emittedAt, id }) => timeKey(emittedAt, id), page));
    },
  };
}

function subscriberStore({ subscribers }: WebhookTables): SubscriberStore {
  return {
    find: (subscriberId) => Promise.resolve(subscribers.get(subscriberId) ?? null),
    list(page) {
      const all = subscribers.entries().map(([, subscriber]) => subscriber);
      return Promise.resolve(pageOf(all, ({ createdAt, id }) => timeKey(createdAt, id), page));
    },
    count: () => Promise.resolve(subscribers.entries().length),
    insert(subscriber) {
      subscribers.set(subscriber.id, subscriber);
      return Promise.resolve();
    },
    update(subscriber) {
      const current = subscribers.get(subscriber.id);
      if (current === undefined) return Promise.resolve();
      const failingSince = subscriber.failingSince === null ? null : current.failingSince;
      const { createdAt } = current;
      subscribers.set(subscriber.id, { ...subscriber, createdAt, failingSince });
      return Promise.resolve();
    },
    delete(subscriberId) {
      subscribers.delete(subscriberId);
      return Promise.resolve();
    },
  };
}

function deliveryStore(tables: WebhookTables): DeliveryStore {
  const deliveriesOf = (subscriberId: string, filter: DeliveryFilter): readonly Delivery[] =>
    queuedDeliveries(tables, subscriberId)
      .map(({ delivery }) => delivery)
      .filter((delivery) => matchesDelivery(delivery, filter));

  return {
    find(subscriberId, deliveryId) {
      const found = tables.deliveries.get(deliveryId)?.delivery;
      return Promise.resolve(found?.subscriberId === subscriberId ? found : null);
    },
    list: (subscriberId, filter, page) =>
      Promise.resolve(pageOf(deliveriesOf(subscriberId, filter), keyOfDelivery, page)),
    attempts: (deliveryId) => Promise.resolve(tables.deliveries.get(deliveryId)?.attempts ?? []),
    insert(delivery) {
      if (tables.events.get(delivery.eventId) === undefined) return Promise.resolve(false);
      putDelivery(tables, delivery, true);
      return Promise.resolve(true);
    },
    replay: (request) => Promise.resolve(replay(tables, request)),
  };
}

function replay(
  tables: WebhookTables,
  { subscriberId, filter, now, limit }: ReplayRequest,
): { count: number; more: Date | null } {
  const all = queuedDeliveries(tables, subscriberId).map(({ delivery }) => delivery);
  const onTheirWay = new Set(
    all.filter(({ status }) => status === 'pending').map(({ eventId }) => eventId),
  );
  const oldest = new Map<string, Delivery>();
  const oldestFirst = all
    .filter((delivery) => matchesDelivery(delivery, filter))
    .toSorted((left, right) => (keyOfDelivery(left) < keyOfDelivery(right) ? -1 : 1));
  for (const delivery of oldestFirst) {
    const isMeant = !onTheirWay.has(delivery.eventId) && !oldest.has(delivery.eventId);
    if (isMeant) oldest.set(delivery.eventId, delivery);
  }
  const found = [...oldest.values()].flatMap((delivery) => {
    const event = tables.events.get(delivery.eventId);
    return event === undefined ? [] : [{ delivery, event }];
  });
  const seam = found[limit - 1]?.delivery.createdAt ?? null;
  const left = found.filter(({ delivery }) => seam !== null && delivery.createdAt > seam);
  const meant = found.slice(0, found.length - left.length);
  for (const { delivery, event } of meant) {
    putDelivery(tables, { ...dueDelivery(subscriberId, event, now), replayOf: delivery.id }, true);
  }
  return { count: meant.length, more: left[0]?.delivery.createdAt ?? null };
}

function keyOfDelivery({ createdAt, id }: Delivery): string {
  return timeKey(createdAt, id);
}

function matchesEvent(event: StoredEvent, filter: EventFilter): boolean {
  return (
    (filter.type === null || event.type === filter.type) &&
    (filter.organisationId === null || event.organisationId === filter.organisationId) &&
    isWithin(event.emittedAt, filter)
  );
}

function matchesDelivery({ status, createdAt }: Delivery, filter: DeliveryFilter): boolean {
  return (filter.status === null || status === filter.status) && isWithin(createdAt, filter);
}

function isWithin(at: Date, { since, until }: Pick<EventFilter, 'since' | 'until'>): boolean {
  return (since === null || at >= since) && (until === null || at < until);
}

import { randomBytes } from 'node:crypto';
import type { Delivery, Subscriber } from '@stepward/core';
import {
  type DeliveryStore,
  type EnqueuedDeliveries,
  type EventStore,
  isExpired,
  type ReplayRequest,
  type StoredEvent,
  type SubscriberStore,
  uuidv7,
  type WebhookStores,
} from '@stepward/core/adapter';
import { sortedPage, timeKey } from './memory-page.js';
import {
  allDeliveries,
  dueDelivery,
  emittedEvents,
  isPending,
  putDelivery,
  type QueuedDelivery,
  type WebhookTables,
} from './memory-webhook-tables.js';

type DeliveryFilter = Parameters<DeliveryStore['list']>[1];
type EventFilter = Parameters<EventStore['list']>[0];

export function webhookStores(
  tables: WebhookTables,
): Pick<WebhookStores, 'events' | 'subscribers' | 'deliveries'> {
  return {
    events: eventStore(tables),
    subscribers: subscriberStore(tables),
    deliveries: deliveryStore(tables),
  };
}

function eventStore(tables: WebhookTables): EventStore {
  return {
    list(filter, page) {
      const found = emittedEvents(tables).filter((event) => matchesEvent(event, filter));
      return Promise.resolve(
        sortedPage(found, ({ emittedAt, id }) => timeKey(emittedAt, id), page),
      );
    },
  };
}

function subscriberStore(tables: WebhookTables): SubscriberStore {
  const { subscribers, trials } = tables;
  return {
    list({ subscriberId }, page) {
      const found =
        subscriberId === null
          ? subscribers.entries().map(([, subscriber]) => subscriber)
          : [subscribers.get(subscriberId) ?? []].flat();
      return Promise.resolve(
        sortedPage(found, ({ createdAt, id }) => timeKey(createdAt, id), page),
      );
    },
    put(subscriber) {
      const { createdAt, failingSince, paused } = subscribers.get(subscriber.id) ?? subscriber;
      subscribers.set(subscriber.id, { ...subscriber, createdAt, failingSince, paused });
      return Promise.resolve(subscribers.size());
    },
    clearFailures(subscriberId) {
      const found = subscribers.get(subscriberId);
      if (found !== undefined) {
        subscribers.set(subscriberId, { ...found, failingSince: null, paused: null });
      }
      trials.delete(subscriberId);
      return Promise.resolve();
    },
    delete(subscriberId) {
      subscribers.delete(subscriberId);
      tables.sequences.delete(subscriberId);
      return Promise.resolve();
    },
  };
}

function deliveryStore(tables: WebhookTables): DeliveryStore {
  function deliveriesOf(subscriberId: string, filter: DeliveryFilter): readonly Delivery[] {
    return ofSubscriber(tables, subscriberId).filter((delivery) =>
      matchesDelivery(delivery, filter),
    );
  }

  return {
    find(subscriberId, deliveryId) {
      const found = tables.deliveries.get(deliveryId);
      if (found?.delivery.subscriberId !== subscriberId) return Promise.resolve(null);
      const { delivery, attempts } = found;
      return Promise.resolve({ delivery, attempts });
    },
    list: (subscriberId, filter, page) =>
      Promise.resolve(sortedPage(deliveriesOf(subscriberId, filter), keyOfDelivery, page)),
    enqueue: (request) => Promise.resolve(enqueue(tables, request)),
    order(subscriberId, ordering, now) {
      for (const queued of allDeliveries(tables).filter(isPending)) {
        if (queued.delivery.subscriberId === subscriberId) order(tables, queued, ordering, now);
      }
      return Promise.resolve();
    },
  };
}

function order(
  { deliveries, arrive }: WebhookTables,
  queued: QueuedDelivery,
  ordering: Subscriber['ordering'],
  now: Date,
): void {
  const { delivery, orderingKey } = queued;
  if (ordering === 'key') {
    deliveries.set(delivery.id, { ...queued, isOrdered: orderingKey !== null });
  } else if (delivery.dueAt === null) {
    const due = { ...delivery, dueAt: now };
    deliveries.set(delivery.id, { ...queued, arrival: arrive(), delivery: due });
  }
}

function enqueue(
  tables: WebhookTables,
  request: Parameters<DeliveryStore['enqueue']>[0],
): EnqueuedDeliveries {
  if (request.type === 'replay') return replay(tables, request);
  const { delivery } = request;
  if (request.type === 'event') tables.events.set(request.event.id, request.event);
  if (tables.events.get(delivery.eventId) === undefined)
    return { count: 0, more: null, emitted: null };
  putDelivery(tables, delivery, AGAIN);
  return { count: 1, more: null, emitted: null };
}

/** Replays and tests are not ordered. */
const AGAIN = { isLate: true, orderingKey: null, isOrdered: false };

function replay(
  tables: WebhookTables,
  { subscriberId, filter, now, limit, isDryRun }: ReplayRequest,
): EnqueuedDeliveries {
  const all = ofSubscriber(tables, subscriberId);
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
    return event === undefined || isExpired(event, now) ? [] : [{ delivery, event }];
  });
  const seam = found[limit - 1]?.delivery.createdAt ?? null;
  const left = found.filter(({ delivery }) => seam !== null && delivery.createdAt > seam);
  const meant = found.slice(0, found.length - left.length);
  for (const { delivery, event } of isDryRun ? [] : meant) {
    // With a counter for an id, tests could rely on an order that no other storage gives.
    const newId = uuidv7(now, randomBytes(10));
    const again = dueDelivery(newId, subscriberId, event, now, delivery.sequence);
    putDelivery(tables, { ...again, replayOf: delivery.id }, AGAIN);
  }
  const [first, ...others] = meant
    .map(({ event }) => event.emittedAt)
    .toSorted((left, right) => left.getTime() - right.getTime());
  const emitted = first === undefined ? null : { first, last: others.at(-1) ?? first };
  return { count: meant.length, more: left[0]?.delivery.createdAt ?? null, emitted };
}

function ofSubscriber(tables: WebhookTables, subscriberId: string): readonly Delivery[] {
  return allDeliveries(tables)
    .map(({ delivery }) => delivery)
    .filter((delivery) => delivery.subscriberId === subscriberId);
}

function keyOfDelivery({ createdAt, id }: Delivery): string {
  return timeKey(createdAt, id);
}

function matchesEvent(event: StoredEvent, filter: EventFilter): boolean {
  return (
    (filter.eventId === null || event.id === filter.eventId) &&
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

import type { Attempt, Delivery, Subscriber } from '@stepward/core';
import {
  addMs,
  type ClaimedBatch,
  type ClaimedDelivery,
  type ClaimRequest,
  type DeliveryQueue,
  msBetween,
  type QueuePosition,
  shareSlots,
} from '@stepward/core/adapter';
import { finishAttempts, withAttempt } from './memory-finish.js';
import {
  appendEvent,
  dispatchEvents,
  queuedDeliveries,
  skipped,
  type QueuedDelivery,
  type WebhookTables,
} from './memory-webhook-tables.js';

/** The tables of all tenants by id, while no unit of work is running in any of them. */
export type AllTenants = ReadonlyMap<string, WebhookTables>;

/** How many subscribers one claim looks at. Small, so that tests page through them as on a large database. */
const SUBSCRIBERS_PER_CLAIM = 20;

/** @param inTurn runs work over all tenants, between their units of work, and commits it */
export function createMemoryDeliveryQueue(
  inTurn: <T>(work: (tenants: AllTenants) => T) => Promise<T>,
): DeliveryQueue {
  return {
    claim: (request) => inTurn((tenants) => claim(tenants, request)),
    finish: (attempts) => inTurn((tenants) => finishAttempts(tenants, attempts)),
    pause: ({ tenantId, subscriberId }, until) =>
      inTurn((tenants) => {
        const tables = tenants.get(tenantId);
        if (tables === undefined) return;
        pause(tables, subscriberId, until);
        tables.trials.set(subscriberId, true);
      }),
    queueLag: (now) =>
      inTurn((tenants) => {
        tenants.forEach(dispatchEvents);
        const due = [...tenants.values()]
          .flatMap((tables) => queuedDeliveries(tables))
          .flatMap(({ delivery }) =>
            isDue(delivery, now) ? [msBetween(delivery.dueAt, now)] : [],
          );
        return Math.max(0, ...due);
      }),
  };
}

interface Offer {
  readonly tenantId: string;
  readonly tables: WebhookTables;
  readonly subscriber: Subscriber;
  readonly queued: QueuedDelivery;
}

function claim(tenants: AllTenants, request: ClaimRequest): ClaimedBatch {
  tenants.forEach(dispatchEvents);
  const places = placesAfter(tenants, request.after);
  const page = places.slice(0, SUBSCRIBERS_PER_CLAIM);
  const offers = page
    .flatMap((place) => offersOf(tenants, place, request))
    .toSorted((left, right) => compareTurn(left.queued, right.queued));
  const chosen = shareSlots(offers, request.limit, request.tenants).toSorted((left, right) =>
    compareTurn(left.queued, right.queued),
  );
  pace(chosen, request);
  return {
    deliveries: chosen.map((offer) => leaseOut(offer, request)),
    after: places.length > page.length ? (page.at(-1) ?? null) : null,
  };
}

/** Returns the subscribers with pending deliveries, including deleted subscribers. */
function placesAfter(tenants: AllTenants, after: QueuePosition | null): readonly QueuePosition[] {
  const places = [...tenants].flatMap(([tenantId, tables]) => {
    const pending = queuedDeliveries(tables).filter(({ delivery }) => delivery.finishedAt === null);
    const subscriberIds = new Set(pending.map(({ delivery }) => delivery.subscriberId));
    return [...subscriberIds].map((subscriberId) => ({ tenantId, subscriberId }));
  });
  return places
    .filter((place) => after === null || comparePlaces(after, place) < 0)
    .toSorted(comparePlaces);
}

/** Returns the deliveries of one subscriber that may be leased. Ends those that can no longer be sent. */
function offersOf(
  tenants: AllTenants,
  place: QueuePosition,
  { now, perSubscriber, perSecond, maxAttempts, exhaustedEvent }: ClaimRequest,
): readonly Offer[] {
  const tables = tenants.get(place.tenantId);
  if (tables === undefined) return [];
  const subscriber = tables.subscribers.get(place.subscriberId);
  const pending = queuedDeliveries(tables, place.subscriberId).filter(
    ({ delivery }) => delivery.finishedAt === null,
  );
  const due = pending.filter(({ delivery }) => isDue(delivery, now));
  if (subscriber?.enabled !== true) {
    for (const queued of due) put(tables, end(queued, skipped(queued.delivery, now)));
    return [];
  }
  const isSpent = ({ delivery }: QueuedDelivery): boolean => delivery.attempts >= maxAttempts;
  for (const queued of due.filter(isSpent)) {
    const exhausted: Delivery = { ...skipped(queued.delivery, now), status: 'exhausted' };
    put(tables, end(queued, exhausted));
    const event = exhaustedEvent(place.tenantId, exhausted);
    if (event !== null) appendEvent(tables, event);
  }
  if ((tables.pauses.get(place.subscriberId) ?? now) > now) return [];
  const leased = pending.filter(({ lease, delivery }) => lease !== null && !isDue(delivery, now));
  const cap = tables.trials.get(place.subscriberId) === true ? 1 : perSubscriber;
  return due
    .filter((queued) => !isSpent(queued))
    .toSorted(compareTurn)
    .slice(0, Math.max(Math.min(cap - leased.length, perSecond ?? Infinity), 0))
    .map((queued) => ({ tenantId: place.tenantId, tables, subscriber, queued }));
}

function pause({ pauses }: WebhookTables, subscriberId: string, until: Date): void {
  const current = pauses.get(subscriberId);
  if (current === undefined || current < until) pauses.set(subscriberId, until);
}

/** Pauses the subscribers of what a claim leases for as long as it takes at the rate of the request. */
function pace(chosen: readonly Offer[], { now, perSecond }: ClaimRequest): void {
  if (perSecond === null) return;
  for (const { tables, subscriber } of chosen) {
    const count = chosen.filter((other) => other.subscriber === subscriber).length;
    pause(tables, subscriber.id, addMs(now, (count * 1_000) / perSecond));
  }
}

function leaseOut(
  { tenantId, tables, subscriber, queued }: Offer,
  { owner, now, leaseUntil }: ClaimRequest,
): ClaimedDelivery {
  const { delivery } = queued;
  const attempt = delivery.attempts + 1;
  put(tables, {
    delivery: { ...delivery, attempts: attempt, dueAt: leaseUntil },
    isLate: true,
    lease: { owner, startedAt: now },
    attempts: attemptsWithLost(queued),
  });
  const event = tables.events.get(delivery.eventId);
  if (event === undefined) throw new TypeError('a pending delivery has lost its event');
  const { id, url, naming, secrets } = subscriber;
  return {
    tenantId,
    deliveryId: delivery.id,
    attempt,
    dueAt: delivery.dueAt ?? now,
    event: { id: event.id, type: event.type, data: event.data },
    subscriber: { id, url, naming, secrets },
  };
}

function end(queued: QueuedDelivery, delivery: Delivery): QueuedDelivery {
  return { ...queued, delivery, lease: null, attempts: attemptsWithLost(queued) };
}

/** A lease that still exists when its delivery is due again has been lost. */
function attemptsWithLost({ delivery, lease, attempts }: QueuedDelivery): readonly Attempt[] {
  if (lease === null) return attempts;
  const lost: Attempt = {
    number: delivery.attempts,
    startedAt: lease.startedAt,
    durationMs: null,
    statusCode: null,
    failure: 'interrupted',
    responseBody: '',
  };
  return withAttempt(attempts, lost);
}

function put({ deliveries }: WebhookTables, queued: QueuedDelivery): void {
  deliveries.set(queued.delivery.id, queued);
}

function isDue(delivery: Delivery, now: Date): delivery is Delivery & { readonly dueAt: Date } {
  return delivery.dueAt !== null && delivery.dueAt <= now;
}

/** Sorts first attempts before retries, and the longest waiting first. */
function compareTurn(left: QueuedDelivery, right: QueuedDelivery): number {
  return (
    Number(left.isLate) - Number(right.isLate) ||
    (left.delivery.dueAt?.getTime() ?? 0) - (right.delivery.dueAt?.getTime() ?? 0)
  );
}

function comparePlaces(left: QueuePosition, right: QueuePosition): number {
  const keyOf = ({ tenantId, subscriberId }: QueuePosition): string =>
    `${tenantId} ${subscriberId}`;
  return keyOf(left) < keyOf(right) ? -1 : Number(keyOf(left) > keyOf(right));
}

import {
  type ArrivalCursor,
  type Arrivals,
  type OpenedDelivery,
  type PendingDelivery,
  pendingOf,
  type QueueCounting,
  type QueueCounts,
  type SubscriberKey,
  tenantShard,
  type WaitingEvent,
  type WaitingPage,
  type WaitingPlace,
  type WaitingSubscriber,
  type WindowRequest,
} from '@stepward/core/adapter';
import { allDeliveries, type WebhookTables } from './memory-webhook-tables.js';

/** The tables of all tenants by id, while no unit of work is running in any of them. */
export type AllTenants = ReadonlyMap<string, WebhookTables>;

/** A value, and the arrival of its row. */
interface Arrived<T> {
  readonly arrival: number;
  readonly value: T;
}

/** Returns the outbox of all tenants. */
export function emittedRows(tenants: AllTenants): readonly Arrived<WaitingEvent>[] {
  return [...tenants].flatMap(([tenantId, { outbox }]) =>
    outbox.entries().map(([, { arrival, prepared }]) => {
      const { id: eventId, emittedAt } = prepared.event;
      return { arrival, value: { tenantId, shard: tenantShard(tenantId), eventId, emittedAt } };
    }),
  );
}

/** Returns the pending deliveries of all tenants, without those that wait for one before them. */
export function pendingRows(tenants: AllTenants): readonly Arrived<PendingDelivery>[] {
  return [...tenants].flatMap(([tenantId, tables]) =>
    allDeliveries(tables).flatMap((queued) => {
      const value = pendingOf(tenantId, queued.delivery, queued.isLate);
      return value === null ? [] : [{ arrival: queued.arrival, value }];
    }),
  );
}

/**
 * See `DeliveryQueue.arrivals`. A cursor is the last arrival that was there, so all before it were read. Deliveries that wait for one
 * before them count too: as in Postgres, they are no news when they come due.
 */
export function arrivalsSince(
  tenants: AllTenants,
  shards: readonly number[],
  after: ArrivalCursor | null,
  limit: number,
): Arrivals {
  const [events, deliveries] = [emittedRows(tenants), pendingRows(tenants)];
  const stored = [...tenants.values()].flatMap((tables) => allDeliveries(tables));
  const last = [...events, ...stored].reduce(
    (latest, { arrival }) => Math.max(latest, arrival),
    Number(after),
  );
  const cursor = String(last);
  const isNew = ({ arrival }: Arrived<unknown>): boolean => arrival > Number(after);
  const unseen = { events: events.filter(isNew), deliveries: deliveries.filter(isNew) };
  const isTooMany = Math.max(unseen.events.length, unseen.deliveries.length) > limit;
  if (after === null || isTooMany) return { arrived: null, cursor };
  function ours<T extends WaitingEvent | PendingDelivery>(rows: readonly Arrived<T>[]) {
    return rows
      .filter(({ value }) => shards.includes(value.shard))
      .toSorted((left, right) => left.arrival - right.arrival)
      .map(({ value }) => value);
  }
  return { arrived: { events: ours(unseen.events), deliveries: ours(unseen.deliveries) }, cursor };
}

/** See `DeliveryQueue.waiting`. A place is the key of the last one of a page. */
export function waitingPage(
  tenants: AllTenants,
  shards: readonly number[],
  after: WaitingPlace | null,
  limit: number,
): WaitingPage {
  const listed = [...firstEvents(tenants), ...waitingSubscribers(tenants)]
    .filter(([key, { shard }]) => shards.includes(shard) && key > (after ?? ''))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const page = listed.slice(0, limit);
  const values = page.map(([, value]) => value);
  return {
    events: values.filter((value) => 'eventId' in value),
    subscribers: values.filter((value) => 'subscriberId' in value),
    next: listed.length > limit ? (page.at(-1)?.[0] ?? null) : null,
  };
}

/** The first event of each tenant, by its key in the list. */
function firstEvents(tenants: AllTenants): ReadonlyMap<string, WaitingEvent> {
  const firsts = new Map<string, WaitingEvent>();
  for (const { value } of emittedRows(tenants)) {
    const key = `event ${value.tenantId}`;
    const known = firsts.get(key);
    if (known === undefined || value.emittedAt < known.emittedAt) firsts.set(key, value);
  }
  return firsts;
}

/** The subscribers with pending deliveries, by their keys in the list. */
function waitingSubscribers(tenants: AllTenants): ReadonlyMap<string, WaitingSubscriber> {
  return new Map(
    pendingRows(tenants).map(({ value }) => {
      const { tenantId, subscriberId, shard } = value;
      return [`subscriber ${keyOf(value)}`, { tenantId, subscriberId, shard }];
    }),
  );
}

/** A null character sorts before all others, so a tenant comes before those whose ids begin with its own. */
function keyOf({ tenantId, subscriberId }: SubscriberKey): string {
  return `${tenantId}\0${subscriberId}`;
}

/** See `QueueCounts`. */
export function countQueue(
  tenants: AllTenants,
  now: Date,
  { lateBefore, limit }: QueueCounting,
): QueueCounts {
  const events = emittedRows(tenants).map(({ value }) => value);
  const pending = pendingRows(tenants).map(({ value }) => value);
  const due = pending.filter(({ dueAt }) => dueAt <= now);
  const late = new Set([
    ...events.filter(({ emittedAt }) => emittedAt < lateBefore).map(({ tenantId }) => tenantId),
    ...due.filter(({ dueAt }) => dueAt < lateBefore).map(({ tenantId }) => tenantId),
  ]);
  const subscribers = [...tenants.values()].flatMap((tables) =>
    tables.subscribers.entries().map(([, subscriber]) => subscriber),
  );
  const disabled = subscribers.filter(
    ({ disabledReason }) => disabledReason === 'gone' || disabledReason === 'failing',
  );
  const paused = subscribers.filter(
    ({ enabled, paused: pause }) => enabled && pause !== null && pause.until > now,
  );
  const upTo = ({ length }: readonly unknown[]): number => Math.min(length, limit);
  return {
    events: upTo(events),
    deliveries: upTo(due),
    lateTenants: upTo([...late]),
    disabledSubscribers: upTo(disabled),
    pausedSubscribers: upTo(paused),
  };
}

/** See `DeliveryQueue.load`. */
export function loadWindow(
  tenants: AllTenants,
  { isLate, after, limit, ...subscriber }: WindowRequest,
): readonly PendingDelivery[] {
  return pendingRows(tenants)
    .map(({ value }) => value)
    .filter((delivery) => keyOf(delivery) === keyOf(subscriber) && delivery.isLate === isLate)
    .filter((delivery) => after === null || turnOf(delivery) > turnOf(after))
    .toSorted((left, right) => (turnOf(left) < turnOf(right) ? -1 : 1))
    .slice(0, limit);
}

function turnOf({ dueAt, deliveryId }: Pick<PendingDelivery, 'dueAt' | 'deliveryId'>): string {
  return `${dueAt.toISOString()} ${deliveryId}`;
}

/** See `DeliveryQueue.open`. */
export function openDelivery(
  tenants: AllTenants,
  { tenantId, subscriberId, deliveryId, eventId, attempts }: PendingDelivery,
): OpenedDelivery | null {
  const tables = tenants.get(tenantId);
  const delivery = tables?.deliveries.get(deliveryId)?.delivery;
  if (tables === undefined || delivery?.status !== 'pending' || delivery.attempts !== attempts)
    return null;
  const event = tables.events.get(eventId) ?? null;
  const subscriber = tables.subscribers.get(subscriberId);
  const { sequence } = delivery;
  if (subscriber === undefined) return { event, subscriber: null, sequence };
  const { url, naming, signature, body, version, secrets, clientCertificate, headers } = subscriber;
  const { enabled, paused } = subscriber;
  const busyPauses = tables.trials.get(subscriberId);
  const isOnTrial = busyPauses !== undefined;
  const standing = { pausedUntil: paused?.until ?? null, isOnTrial, busyPauses: busyPauses ?? 0 };
  return {
    event,
    sequence,
    subscriber: {
      ...{
        id: subscriberId,
        url,
        naming,
        signature,
        body,
        version,
        secrets,
        clientCertificate,
        headers,
      },
      enabled,
      ...standing,
    },
  };
}

import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type {
  Attempt,
  Delivery,
  DeliveryStatus,
  StorageWithWebhooks,
  Subscriber,
} from '@stepward/core';
import {
  type DeliveryStore,
  exhaustedEvent,
  type Fence,
  type FinishedDelivery,
  type FinishOutcome,
  type HoldRequest,
  type PendingDelivery,
  uuidv7,
  type WaitingEvent,
} from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';
import { addMs, minutes } from './duration.js';
import { FIRST_PAGE, NOW, numberOf, uuid } from './event-samples.js';
import { TENANT, commit } from './contract-host.js';
import { ENABLED_SUBSCRIBER, EVENT } from './samples.js';

/** Who works on the queue in most cases. */
export const WORKER = uuid(901);
export const OTHER_WORKER = uuid(902);
export const ALL: Parameters<DeliveryStore['list']>[1] = { status: null, since: null, until: null };

/** Stores a subscriber by number. {@link emit} reaches it by that number, or all at once. */
export async function subscribe(
  storage: StorageWithWebhooks,
  number: number,
  parts: Partial<Subscriber> = {},
  tenantId = TENANT,
): Promise<Subscriber> {
  const eventTypes = ['to.all', `to.${String(number)}`];
  const subscriber = { ...ENABLED_SUBSCRIBER, id: uuid(number), eventTypes, ...parts };
  await putSubscriber(storage, subscriber, tenantId);
  return subscriber;
}

/** Stores a subscriber, and returns how many the tenant has then. */
export function putSubscriber(
  storage: StorageWithWebhooks,
  subscriber: Subscriber,
  tenantId = TENANT,
): Promise<number> {
  return commit(storage, { tenantId }, ({ subscribers }) => subscribers.put(subscriber));
}

export async function findSubscriber(
  storage: StorageWithWebhooks,
  subscriberId: string,
  tenantId = TENANT,
): Promise<Subscriber | null> {
  const { items, nextPosition } = await commit(storage, { tenantId }, ({ subscribers }) =>
    subscribers.list({ subscriberId }, FIRST_PAGE),
  );
  assert.equal(nextPosition, null);
  return items.length === 0 ? null : only(items);
}

/** A subscriber's deliveries, newest first. */
export async function deliveriesOf(
  storage: StorageWithWebhooks,
  subscriber: number,
  tenantId = TENANT,
): Promise<readonly Delivery[]> {
  const { items } = await commit(storage, { tenantId }, ({ deliveries }) =>
    deliveries.list(uuid(subscriber), ALL, FIRST_PAGE),
  );
  return items;
}

/** The one delivery that a subscriber has. */
export async function onlyDelivery(
  storage: StorageWithWebhooks,
  subscriber: number,
  tenantId = TENANT,
): Promise<Delivery> {
  return only(await deliveriesOf(storage, subscriber, tenantId));
}

export function findDelivery(
  storage: StorageWithWebhooks,
  deliveryId: string,
  tenantId = TENANT,
  subscriberId = DELIVERY.subscriberId,
): ReturnType<DeliveryStore['find']> {
  return commit(storage, { tenantId }, ({ deliveries }) =>
    deliveries.find(subscriberId, deliveryId),
  );
}

/** The attempts of a delivery; none of one that is not there. */
export async function attemptsOf(
  ...delivery: Parameters<typeof findDelivery>
): Promise<readonly Attempt[]> {
  return (await findDelivery(...delivery))?.attempts ?? [];
}

/** Returns a delivery's id, made of a number and its creation time. */
export function deliveryId(number: number, createdAt = NOW): string {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(number, 6);
  return uuidv7(createdAt, bytes);
}

/** Makes a delivery, due at once, that no event asked for; returns how many were made. */
export async function insertDelivery(
  storage: StorageWithWebhooks,
  delivery: Partial<Delivery>,
  tenantId = TENANT,
): Promise<number> {
  const request = { type: 'again', delivery: { ...DELIVERY, ...delivery } } as const;
  const { count, more } = await commit(storage, { tenantId }, ({ deliveries }) =>
    deliveries.enqueue(request),
  );
  assert.equal(more, null);
  return count;
}

export const DELIVERY: Delivery = {
  id: deliveryId(90),
  subscriberId: uuid(1),
  eventId: uuid(1),
  eventType: EVENT.type,
  status: 'pending',
  attempts: 0,
  dueAt: NOW,
  createdAt: NOW,
  finishedAt: null,
  replayOf: null,
  sequence: null,
};

/** Holds what a worker may own, for longer than a case takes. */
export async function own(
  storage: StorageWithWebhooks,
  worker = WORKER,
  request: Partial<HoldRequest> = {},
): Promise<Fence> {
  const { owned } = await storage.queue.hold({
    worker,
    leaseMs: minutes(30),
    takes: 'share',
    release: [],
    oldestDueAt: null,
    ...request,
  });
  return { worker, shards: owned };
}

/** A worker stops: it gives all back. */
export async function leave(storage: StorageWithWebhooks, worker = WORKER): Promise<void> {
  const stopped = { leaseMs: 0, takes: 'none', release: 'all' } as const;
  assert.deepEqual(await own(storage, worker, stopped), { worker, shards: [] });
}

/** More than a case has of anything. */
export const MANY = { events: 1_000, deliveries: 1_000 };

/** The first event of each tenant that has some in the outbox. */
export async function outboxOf(storage: StorageWithWebhooks): Promise<readonly WaitingEvent[]> {
  return (await listWaiting(storage.queue)).events;
}

/** Dispatches the whole outbox. */
export async function dispatchAll(storage: StorageWithWebhooks): Promise<void> {
  const fence = await own(storage);
  const dispatched = await storage.queue.dispatch(fence, await outboxOf(storage), MANY);
  assert.deepEqual(dispatched, { made: dispatched.made, unfinished: [], unreached: [], lost: [] });
}

/** Dispatches the outbox, and returns the deliveries that are due: the longest waiting first, those of a tenant together. */
export async function dueDeliveries(
  storage: StorageWithWebhooks,
  now = NOW,
): Promise<readonly PendingDelivery[]> {
  await dispatchAll(storage);
  return (await loadPending(storage)).filter(({ dueAt }) => dueAt <= now);
}

/** What is due now or later, the longest waiting first, without a dispatch. */
export async function loadPending(
  storage: StorageWithWebhooks,
): Promise<readonly PendingDelivery[]> {
  const { subscribers } = await listWaiting(storage.queue);
  const windows = subscribers.flatMap((subscriber) =>
    [false, true].map((isLate) => ({ ...subscriber, isLate, after: null, limit: 1_000 })),
  );
  const pending = (await storage.queue.load(windows)).flat();
  return pending.toSorted((left, right) => Number(left.dueAt) - Number(right.dueAt));
}

/** Dispatches the outbox; one delivery must be due. */
export async function dueDelivery(
  storage: StorageWithWebhooks,
  now = NOW,
): Promise<PendingDelivery> {
  return only(await dueDeliveries(storage, now));
}

/** How an attempt ended. */
export interface Ending {
  readonly status: DeliveryStatus;
  readonly dueAt: Date | null;
  readonly answer: Pick<Attempt, 'statusCode' | 'failure' | 'responseBody' | 'body' | 'version'>;
}

export const DELIVERED: Ending = { status: 'delivered', dueAt: null, answer: answered(204) };

export const EXHAUSTED: Ending = {
  status: 'exhausted',
  dueAt: null,
  answer: { ...answered(204), statusCode: null, failure: 'timed_out' },
};

export const EXPIRED: Ending = { ...EXHAUSTED, status: 'expired' };

export function retryAt(dueAt: Date): Ending {
  return { status: 'pending', dueAt, answer: answered(500) };
}

export function answered(statusCode: number, responseBody = ''): Ending['answer'] {
  return { statusCode, failure: null, responseBody, body: 'full', version: '2026-11-01' };
}

/** Returns the result of an attempt that took 250 ms. */
export function attempted(
  delivery: PendingDelivery,
  { status, dueAt, answer }: Ending,
  startedAt = NOW,
): FinishedDelivery {
  const finishedAt = addMs(startedAt, 250);
  const number = delivery.attempts + 1;
  return {
    ...withoutAttempt(delivery, status, finishedAt, number),
    log: { number, startedAt, durationMs: 250, ...answer },
    next: { status, dueAt, finishedAt: status === 'pending' ? null : finishedAt },
    health: {
      url: ENABLED_SUBSCRIBER.url,
      failingSince: status === 'delivered' ? null : startedAt,
      pause: null,
    },
  };
}

/** Returns a delivery that ends without an attempt. */
export function withoutAttempt(
  delivery: PendingDelivery,
  status: DeliveryStatus,
  now = NOW,
  attempts = delivery.attempts,
): FinishedDelivery {
  const { tenantId, subscriberId, shard, deliveryId } = delivery;
  const exhausted = { tenantId, subscriberId, deliveryId, eventType: EVENT.type, attempts };
  const event =
    status === 'exhausted' ? exhaustedEvent(exhausted, { id: randomUUID(), now }) : null;
  return {
    ...{ tenantId, subscriberId, shard, deliveryId, attempts: delivery.attempts },
    log: null,
    next: { status, dueAt: null, finishedAt: now },
    health: null,
    event,
  };
}

/** Stores results; no shard may be lost. */
export async function finish(
  storage: StorageWithWebhooks,
  finished: readonly FinishedDelivery[],
): Promise<FinishOutcome['failing']> {
  const { failing, lost } = await storage.queue.finish(await own(storage), finished);
  assert.deepEqual(lost, []);
  return failing;
}

/** Dispatches the outbox, and ends all that is due in one way. */
export async function settle(
  storage: StorageWithWebhooks,
  ending: Ending,
  now = NOW,
): Promise<FinishOutcome['failing']> {
  const due = await dueDeliveries(storage, now);
  return finish(
    storage,
    due.map((delivery) => attempted(delivery, ending, now)),
  );
}

/** The number of the event of each delivery. */
export function numbersOf(
  deliveries: readonly Pick<PendingDelivery, 'eventId'>[],
): readonly number[] {
  return deliveries.map(({ eventId }) => numberOf(eventId));
}

export function only<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  assert.ok(item !== undefined, 'there is none');
  assert.deepEqual(others, [], 'there are more');
  return item;
}

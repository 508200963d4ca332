import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type {
  Attempt,
  Delivery,
  PreparedEvent,
  StorageWithWebhooks,
  Subscriber,
} from '@stepward/core';
import {
  type ClaimedBatch,
  type ClaimedDelivery,
  type ClaimRequest,
  type DeliveryFilter,
  exhaustedEvent,
  finishedAttempt,
  type FinishedAttempt,
  type QueuePosition,
  uuidv7,
} from '@stepward/core/adapter';
import type { AttemptDecision, AttemptOutcome } from '@stepward/core/webhooks';
import { addMs, seconds } from './duration.js';
import { FIRST_PAGE, NOW, uuid, numberOf } from './event-samples.js';
import { TENANT, commit } from './contract-host.js';
import { ENABLED_SUBSCRIBER, EVENT } from './samples.js';

const OWNER = 'worker-1';
/** The attempts that a delivery has in most cases. */
export const MAX_ATTEMPTS = 10;
/** No tenant has anything under way, and there are slots for all. */
export const UNRESERVED: ClaimRequest['tenants'] = {
  underWay: {},
  free: 1_000_000,
  perFreeSlot: 1,
};
export const LEASE_MS = seconds(30);
export const ALL: DeliveryFilter = { status: null, since: null, until: null };

/** Stores a subscriber by number. {@link emit} reaches it by that number, or all at once. */
export async function subscribe(
  storage: StorageWithWebhooks,
  number: number,
  parts: Partial<Subscriber> = {},
  tenantId = TENANT,
): Promise<Subscriber> {
  const eventTypes = ['to.all', `to.${String(number)}`];
  const subscriber = { ...ENABLED_SUBSCRIBER, id: uuid(number), eventTypes, ...parts };
  await commit(storage.webhooks, { tenantId }, ({ subscribers }) => subscribers.insert(subscriber));
  return subscriber;
}

export function updateSubscriber(
  storage: StorageWithWebhooks,
  subscriber: Subscriber,
  tenantId = TENANT,
): Promise<void> {
  return commit(storage.webhooks, { tenantId }, ({ subscribers }) =>
    subscribers.update(subscriber),
  );
}

export function findSubscriber(
  storage: StorageWithWebhooks,
  number: number,
  tenantId = TENANT,
): Promise<Subscriber | null> {
  return commit(storage.webhooks, { tenantId }, ({ subscribers }) =>
    subscribers.find(uuid(number)),
  );
}

/** A subscriber's deliveries, newest first. */
export async function deliveriesOf(
  storage: StorageWithWebhooks,
  subscriber: number,
  tenantId = TENANT,
): Promise<readonly Delivery[]> {
  const { items } = await commit(storage.webhooks, { tenantId }, ({ deliveries }) =>
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

export function attemptsOf(
  storage: StorageWithWebhooks,
  deliveryId: string,
  tenantId = TENANT,
  subscriberId = DELIVERY.subscriberId,
): Promise<readonly Attempt[]> {
  return commit(storage.webhooks, { tenantId }, ({ deliveries }) =>
    deliveries.attempts(subscriberId, deliveryId),
  );
}

/** Returns a delivery's id, made of a number and its creation time. */
export function deliveryId(number: number, createdAt = NOW): string {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(number, 6);
  return uuidv7(createdAt, bytes);
}

/** Stores a delivery, due at once, that no event asked for. */
export function insertDelivery(
  storage: StorageWithWebhooks,
  delivery: Partial<Delivery>,
  tenantId = TENANT,
): Promise<boolean> {
  return commit(storage.webhooks, { tenantId }, ({ deliveries }) =>
    deliveries.insert({ ...DELIVERY, ...delivery }),
  );
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
};

/** Claims once; everything by default. */
export function claim(
  storage: StorageWithWebhooks,
  request: Partial<ClaimRequest> = {},
): Promise<ClaimedBatch> {
  const now = request.now ?? NOW;
  return storage.webhooks.queue.claim({
    owner: OWNER,
    now,
    leaseUntil: addMs(now, LEASE_MS),
    limit: 1_000,
    perSubscriber: 1_000,
    perSecond: null,
    maxAttempts: MAX_ATTEMPTS,
    exhaustedEvent: (tenantId, delivery) =>
      exhaustedEvent(tenantId, delivery, { id: randomUUID(), now }),
    tenants: UNRESERVED,
    after: null,
    ...request,
  });
}

/** Claims until all subscribers were looked at. */
export async function claimRound(
  storage: StorageWithWebhooks,
  request: Partial<ClaimRequest> = {},
): Promise<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  let after: QueuePosition | null = null;
  for (let page = 0; page < 1_000; page += 1) {
    const batch: ClaimedBatch = await claim(storage, { ...request, after });
    claimed.push(...batch.deliveries);
    after = batch.after;
    if (after === null) return claimed;
  }
  return assert.fail('1,000 claims in a row never came to an end');
}

/** Claims everything, which must be one delivery. */
export async function claimOne(
  storage: StorageWithWebhooks,
  request: Partial<ClaimRequest> = {},
): Promise<ClaimedDelivery> {
  return only(await claimRound(storage, request));
}

/** The numbers of claimed events, as they came. */
export function numbersOf(claimed: readonly ClaimedDelivery[]): readonly number[] {
  return claimed.map(({ event }) => numberOf(event.id));
}

/** How an attempt went, and what was decided after it. */
interface Ending {
  readonly outcome: AttemptOutcome;
  readonly decision: AttemptDecision;
}

export const DELIVERED: Ending = { outcome: answered(204), decision: { status: 'delivered' } };

export const EXHAUSTED: Ending = {
  outcome: { type: 'failed', reason: 'timed_out' },
  decision: { status: 'exhausted', isSubscriberGone: false },
};

export function retryAt(dueAt: Date): Ending {
  return { outcome: answered(500), decision: { status: 'pending', dueAt } };
}

export function answered(status: number, body = ''): AttemptOutcome {
  return { type: 'answered', status, retryAfter: null, body };
}

/** Returns the end of an attempt by {@link OWNER} that began at {@link NOW} and took 250 ms. */
export function attempted(
  delivery: ClaimedDelivery,
  ending: Ending,
  parts: {
    readonly owner?: string;
    readonly startedAt?: Date;
    readonly finishedAt?: Date;
  } = {},
): FinishedAttempt {
  const startedAt = parts.startedAt ?? NOW;
  const finishedAt = parts.finishedAt ?? addMs(startedAt, 250);
  const event = ending.decision.status === 'exhausted' ? toldBy(delivery, finishedAt) : null;
  return finishedAttempt(delivery, {
    ...{ owner: OWNER, startedAt, finishedAt, event },
    ...ending,
    ...parts,
  });
}

function toldBy(
  { tenantId, deliveryId: id, subscriber, event, attempt }: ClaimedDelivery,
  now: Date,
): PreparedEvent | null {
  const exhausted = { id, subscriberId: subscriber.id, eventType: event.type, attempts: attempt };
  return exhaustedEvent(tenantId, exhausted, { id: randomUUID(), now });
}

/** Claims all that is due, and ends it. */
export async function settle(
  storage: StorageWithWebhooks,
  ending: Ending,
  now = NOW,
): Promise<void> {
  const claimed = await claimRound(storage, { now });
  await storage.webhooks.queue.finish(
    claimed.map((delivery) => attempted(delivery, ending, { startedAt: now })),
  );
}

export function only<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  assert.ok(item !== undefined, 'there is none');
  assert.deepEqual(others, [], 'there are more');
  return item;
}

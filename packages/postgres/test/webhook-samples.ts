import { randomUUID } from 'node:crypto';
import {
  ok,
  type Result,
  type Storage,
  type StorageWithWebhooks,
  type Subscriber,
} from '@stepward/core';
import type {
  DeliveryQueue,
  FinishedDelivery,
  PendingDelivery,
  StoredEvent,
  Stores,
  UnitOfWorkScope,
} from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';

/** When the events of these tests are emitted, and their deliveries due. */
export const NOW = new Date('2026-01-10T12:00:00.000Z');

const SUBSCRIBER_URL = 'https://hooks.test/in';

/** A subscriber to everything, with nothing optional. */
function subscriberNo(parts: Partial<Subscriber> = {}): Subscriber {
  return {
    id: randomUUID(),
    url: SUBSCRIBER_URL,
    description: '',
    eventTypes: ['*'],
    naming: 'canonical',
    signature: 'v1',
    body: 'full',
    ordering: 'none',
    version: null,
    clientCertificate: null,
    headers: null,
    enabled: true,
    disabledReason: null,
    secrets: [{ sealed: 'azE.AA', expiresAt: null }],
    failingSince: null,
    failingNoticedAt: null,
    paused: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...parts,
  };
}

export function newEvent(parts: Partial<StoredEvent> = {}): StoredEvent {
  const event = { id: randomUUID(), type: 'user.deleted', organisationId: null };
  return {
    ...event,
    data: '{"id":"ada"}',
    emittedAt: NOW,
    expiresAt: null,
    version: null,
    ...parts,
  };
}

/** The `run` of either port. */
interface UnitsOfWork<Given> {
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: Given) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;
}

/** Runs a unit of work that cannot be refused. */
export async function inUnit<T, Given extends Stores>(
  storage: UnitsOfWork<Given>,
  tenantId: string,
  work: (stores: Given) => Promise<T>,
): Promise<T> {
  const done = await storage.run<T, never>({ tenantId }, async (stores) => ok(await work(stores)));
  return done._unsafeUnwrap();
}

/** Registers subscribers to everything. */
export async function subscribe(
  storage: StorageWithWebhooks,
  tenantId: string,
  count: number,
  parts: Partial<Subscriber> = {},
): Promise<readonly Subscriber[]> {
  const made = Array.from({ length: count }, () => subscriberNo(parts));
  await inUnit(storage, tenantId, async ({ subscribers }) => {
    for (const subscriber of made) await subscribers.put(subscriber);
  });
  return made;
}

/** Emits events, each of which goes to all subscribers of the tenant. */
export async function emit(
  storage: Storage,
  tenantId: string,
  count: number,
  orderingKey: string | null = null,
): Promise<void> {
  await inUnit(storage, tenantId, async ({ record }) => {
    const events = Array.from({ length: count }, () => ({
      event: newEvent(),
      patterns: ['*'],
      orderingKey,
    }));
    await record({ entries: [], events });
  });
}

/** Dispatches what is in the outbox and records an attempt of each delivery, as one worker; how many there were. */
export async function workOff(
  { queue }: StorageWithWebhooks,
  status: 'delivered' | 'pending',
): Promise<number> {
  const worker = randomUUID();
  const asked = { worker, leaseMs: 60_000, takes: 'free', release: [], oldestDueAt: null } as const;
  const { owned } = await queue.hold(asked);
  const fence = { worker, shards: owned };
  const shards = owned.map(({ shard }) => shard);
  const { events } = await listWaiting(queue, shards);
  await queue.dispatch(fence, events, { events: 100, deliveries: 1_000 });
  const { subscribers } = await listWaiting(queue, shards);
  const windows = subscribers.map((each) => ({ ...each, isLate: false, after: null, limit: 10 }));
  const deliveries = (await queue.load(windows)).flat();
  await queue.finish(
    fence,
    deliveries.map((delivery) => attempted(delivery, status)),
  );
  await leave(queue, worker);
  return deliveries.length;
}

/** A worker stops: it gives back all of its shards. */
export async function leave(queue: DeliveryQueue, worker: string): Promise<void> {
  const stopped = { leaseMs: 0, takes: 'none', release: 'all', oldestDueAt: null } as const;
  await queue.hold({ worker, ...stopped });
}

/** The first attempt of a delivery. */
export function attempted(
  { dueAt: _, eventId: __, isLate: ___, ...key }: PendingDelivery,
  status: 'delivered' | 'pending',
): FinishedDelivery {
  const hasFailed = status === 'pending';
  const response = { statusCode: hasFailed ? 500 : 204, failure: null, responseBody: '' };
  const sent = { body: 'full', version: null } as const;
  return {
    ...key,
    log: { number: 1, startedAt: NOW, durationMs: 250, ...response, ...sent },
    next: { status, dueAt: hasFailed ? NOW : null, finishedAt: hasFailed ? null : NOW },
    health: { url: SUBSCRIBER_URL, failingSince: hasFailed ? NOW : null, pause: null },
    event: null,
  };
}

/** SQL for a random UUID that begins with a time, as the ids of deliveries do. */
export function uuidAt(time: string): string {
  const milliseconds = `substring(int8send((extract(epoch from ${time}) * 1000)::bigint) from 3)`;
  return `encode(${milliseconds} || substring(uuid_send(gen_random_uuid()) from 7), 'hex')::uuid`;
}

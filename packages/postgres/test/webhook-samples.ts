import { randomUUID } from 'node:crypto';
import {
  ok,
  type Result,
  type Storage,
  type StorageWithWebhooks,
  type Subscriber,
} from '@stepward/core';
import { finishedAttempt, type FinishedAttempt } from '@stepward/core/adapter';
import type { ClaimedDelivery, StoredEvent, Stores, UnitOfWorkScope } from '@stepward/core/adapter';

/** When the events of these tests are emitted, and their deliveries due. */
export const NOW = new Date('2026-01-10T12:00:00.000Z');
export const LEASE_END = new Date('2026-01-10T12:00:30.000Z');

/** A claim without shares: no tenant has anything under way, and there are slots for all. */
export const CLAIM_TERMS = {
  maxAttempts: 10,
  perSecond: null,
  tenants: { underWay: {}, free: 1_000_000, perFreeSlot: 1 },
  exhaustedEvent: () => null,
} as const;

/** A subscriber to everything, with nothing optional. */
function subscriberNo(parts: Partial<Subscriber> = {}): Subscriber {
  return {
    id: randomUUID(),
    url: 'https://hooks.test/in',
    description: '',
    eventTypes: ['*'],
    naming: 'canonical',
    enabled: true,
    disabledReason: null,
    secrets: [{ sealed: 'azE.AA', expiresAt: null }],
    failingSince: null,
    failingNoticedAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...parts,
  };
}

export function newEvent(parts: Partial<StoredEvent> = {}): StoredEvent {
  const event = { id: randomUUID(), type: 'user.deleted', organisationId: null };
  return { ...event, data: '{"id":"ada"}', emittedAt: NOW, ...parts };
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
): Promise<readonly Subscriber[]> {
  const made = Array.from({ length: count }, () => subscriberNo());
  await inUnit(storage.webhooks, tenantId, async ({ subscribers }) => {
    for (const subscriber of made) await subscribers.insert(subscriber);
  });
  return made;
}

/** Emits events, each of which goes to all subscribers of the tenant. */
export async function emit(storage: Storage, tenantId: string, count: number): Promise<void> {
  await inUnit(storage, tenantId, async ({ events }) => {
    for (let index = 0; index < count; index += 1) await events.append(newEvent(), ['*']);
  });
}

/** A success of the owner that has the delivery. */
export function delivered(claimed: ClaimedDelivery, owner: string): FinishedAttempt {
  return finishedAttempt(claimed, {
    ...madeBy(owner),
    outcome: { type: 'answered', status: 204, retryAfter: null, body: '' },
    decision: { status: 'delivered' },
  });
}

/** A failure of the owner that has the delivery. */
export function failed(claimed: ClaimedDelivery, owner: string, dueAt: Date): FinishedAttempt {
  return finishedAttempt(claimed, {
    ...madeBy(owner),
    outcome: { type: 'failed', reason: 'timed_out' },
    decision: { status: 'pending', dueAt },
  });
}

function madeBy(owner: string) {
  return { owner, startedAt: NOW, finishedAt: new Date(NOW.getTime() + 250), event: null };
}

/** Stepward over the storage in memory with webhooks set up, for tests of subscribers and deliveries. */
import type { ManagementCaller } from '../src/access/management-caller.js';
import type { EmittedEvent } from '../src/events/event-service.js';
import type { DeliveryQueue, Fence } from '../src/ports/delivery-queue.js';
import type { WebhookTargets } from '../src/ports/webhook-targets.js';
import { hours } from '../src/shared/duration.js';
import { createKeyRing, type KeyRing } from '../src/shared/key-ring.js';
import type { StepwardOptions } from '../src/stepward.js';
import type { SubscriberInput } from '../src/webhooks/subscriber-fields.js';
import type { Delivery } from '../src/webhooks/delivery.js';
import type { DeliveryState, MadeAttempt } from '../src/webhooks/finished-delivery.js';
import type { DueAttempt } from '../src/webhooks/open-attempt.js';
import type { PendingDelivery } from '../src/webhooks/pending-delivery.js';
import type { AttemptOutcome } from '../src/webhooks/record-attempt.js';
import { ALL_SHARDS } from '../src/webhooks/shard.js';
import type { WebhookOptions } from '../src/webhooks/subscriber-service.js';
import {
  FIRST_PAGE,
  MANAGER,
  TENANT,
  createManagementHost,
  type ManagementHost,
} from './management-host.js';

/** Who works on the queue. */
const WORKER = '00000000-0000-4000-8000-000000000901';
export const URL_WITH_SECRET = 'https://hooks.example.com/in/T0P5ECRET?token=abc';

/** Every URL of this host is refused; every other is allowed. */
export const REFUSED_HOST = 'inside.example.com';

const targets: WebhookTargets = {
  check: (url) => Promise.resolve(new URL(url).host === REFUSED_HOST ? 'refused' : 'allowed'),
};

/** A ring whose only key is made of one byte. */
export function ringOf(id: string, byte: number): KeyRing {
  return createKeyRing({ active: { id, secret: new Uint8Array(32).fill(byte) } });
}

export interface WebhookHost extends ManagementHost {
  /** Registers a subscriber to everything, and gives its id and its secret. */
  subscribe(
    input?: Partial<SubscriberInput>,
    caller?: ManagementCaller,
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** Emits an event that any subscriber to `user.deleted` gets. */
  emit(tenantId?: string): Promise<EmittedEvent>;
  /** A subscriber's deliveries, newest first. */
  deliveriesOf(subscriberId: string): Promise<readonly Delivery[]>;
  /** Dispatches what was emitted, as a worker does. */
  dispatch(): Promise<void>;
  /** Dispatches what was emitted, ends what is over without an attempt, and returns the attempts that are due. */
  due(): Promise<readonly DueAttempt[]>;
  /** Stores attempts that all came to the same, and ended now, and does what they ask for. */
  finish(
    attempts: readonly DueAttempt[],
    outcome: AttemptOutcome,
  ): Promise<readonly DeliveryState[]>;
}

export async function createWebhookHost(
  webhooks: Partial<WebhookOptions> = {},
  options: Partial<StepwardOptions> = {},
): Promise<WebhookHost> {
  const host = await createManagementHost({
    webhooks: { keys: ringOf('w1', 9), targets, ...webhooks },
    ...options,
  });
  const deletedAt = (): string => host.clock.now().toISOString();
  return {
    ...host,
    async subscribe(input = {}, caller = MANAGER) {
      const made = await host.subscribers.create(caller, { url: URL_WITH_SECRET, ...input });
      const { subscriber, secret } = made._unsafeUnwrap();
      return { id: subscriber.id, secret: secret.reveal() };
    },
    async emit(tenantId = TENANT) {
      const data = { id: 'usr_1', deleted_at: deletedAt() };
      return (await host.events.emit({ type: 'user.deleted', tenantId, data }))._unsafeUnwrap();
    },
    async deliveriesOf(subscriberId) {
      const all = { status: null, since: null, until: null };
      const listed = await host.deliveries.list(TENANT, subscriberId, all, FIRST_PAGE);
      return listed._unsafeUnwrap().items;
    },
    dispatch: async () => dispatchAll(host.outbox.queue, await holdAll(host.outbox.queue)),
    async due() {
      const { open, finish, queue } = host.outbox;
      const fence = await holdAll(queue);
      await dispatchAll(queue, fence);
      const pending = await loadAll(queue);
      const opened = await open(pending.filter(({ dueAt }) => dueAt <= host.clock.now()));
      await finish(
        fence,
        opened.filter((each) => each.type === 'over'),
      );
      return opened.flatMap((each) => (each.type === 'due' ? [each.attempt] : []));
    },
    async finish(attempts, outcome) {
      const ended = { outcome, finishedAt: host.clock.now(), pausedUntil: null };
      const made = attempts.map((attempt): MadeAttempt => ({ type: 'made', attempt, ...ended }));
      const fence = await holdAll(host.outbox.queue);
      const { states, actions } = await host.outbox.finish(fence, made);
      for (const action of actions) await host.outbox.act(action);
      return states;
    },
  };
}

/** Makes a worker the owner of all shards. */
export async function holdAll(queue: DeliveryQueue): Promise<Fence> {
  const request = { leaseMs: hours(1), takes: 'share', release: [], oldestDueAt: null } as const;
  const { owned } = await queue.hold({ worker: WORKER, ...request });
  return { worker: WORKER, shards: owned };
}

async function dispatchAll(queue: DeliveryQueue, fence: Fence): Promise<void> {
  const { events } = await queue.arrivals(ALL_SHARDS, null, MANY);
  await queue.dispatch(fence, events, MANY);
}

/** More than a test has of anything. */
const MANY = 100_000;

/** All pending deliveries. */
async function loadAll(queue: DeliveryQueue): Promise<readonly PendingDelivery[]> {
  const waiting = await queue.waiting(ALL_SHARDS, null, MANY);
  const windows = waiting.flatMap((subscriber) =>
    [false, true].map((isLate) => ({ ...subscriber, isLate, after: null, limit: MANY })),
  );
  return (await queue.load(windows)).flat();
}

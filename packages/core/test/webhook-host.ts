/** Stepward over the storage in memory with webhooks set up, for tests of subscribers and deliveries. */
import { createTestWorker, type TestWorker } from '@stepward/testing';
import type { ManagementCaller } from '../src/access/caller.js';
import type { EmittedEvent } from '../src/events/event-service.js';
import type { WebhookTargets } from '../src/ports/webhook-sender.js';
import { createKeyRing, type KeyRing } from '../src/shared/keys/key-ring.js';
import type { StepwardOptions } from '../src/stepward.js';
import type { SubscriberInput } from '../src/webhooks/subscribers/subscriber-fields.js';
import type { Delivery } from '../src/webhooks/delivery.js';
import type { WebhookOptions } from '../src/webhooks/subscribers/subscriber-service.js';
import {
  FIRST_PAGE,
  MANAGER,
  TENANT,
  createManagementHost,
  type ManagementHost,
} from './management-host.js';

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
  emit(
    tenantId?: string,
    parts?: { readonly expiresAt?: Date; readonly orderingKey?: string },
  ): Promise<EmittedEvent>;
  /** A subscriber's deliveries, newest first. */
  deliveriesOf(subscriberId: string): Promise<readonly Delivery[]>;
  readonly worker: TestWorker;
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
    async emit(tenantId = TENANT, parts = {}) {
      const data = { id: 'usr_1', deleted_at: deletedAt() };
      const event = { type: 'user.deleted', tenantId, data, ...parts } as const;
      return (await host.events.emit(event))._unsafeUnwrap();
    },
    async deliveriesOf(subscriberId) {
      const all = { status: null, since: null, until: null };
      const listed = await host.deliveries.list(TENANT, subscriberId, all, FIRST_PAGE);
      return listed._unsafeUnwrap().items;
    },
    worker: createTestWorker(host.outbox, host.clock),
  };
}

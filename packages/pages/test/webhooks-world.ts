import {
  createKeyRing,
  defineEvent,
  systemCaller,
  type EventDefinitions,
  type WebhookOptions,
} from '@stepward/core';
import { createRecordingLogger, createTestStepward, createTestWorker } from '@stepward/testing';
import { z } from 'zod';
import {
  createWebhooksPage,
  type WebhooksPageOptions,
  type WebhooksSession,
} from '../src/admin/index.js';
import { LINK_KEYS } from './link-keys.js';
import { createPortalBrowser, ORIGIN } from './portal-browser.js';

/** An event of the host's own, beside the catalogue. */
const EVENTS: EventDefinitions = {
  'invoice.paid': defineEvent({
    description: 'an invoice is paid in full',
    data: z.object({ id: z.string() }),
    example: { id: 'inv_1042' },
  }),
};

/** Every `https` URL of `example.com` is a target, and nothing else is. */
const webhooks: WebhookOptions = {
  keys: createKeyRing({ active: { id: 'w1', secret: new Uint8Array(32).fill(8) } }),
  targets: {
    check: async (url) => (url.startsWith('https://example.com/') ? 'allowed' : 'refused'),
  },
};

export const WEBHOOKS_SESSION: WebhooksSession = {
  tenantId: 'acme',
  sessionId: 'session-1',
  actor: { type: 'identity', id: 'ada' },
};

interface WorldOptions extends Pick<WebhookOptions, 'signing'> {
  /** The host's own, in place of `invoice.paid`. */
  readonly events?: EventDefinitions;
}

/** The tenants `acme` and `globex`, and the page for an administrator of `acme`. */
export async function createWebhooksWorld(
  changes: Partial<WebhooksPageOptions> = {},
  { signing, events = EVENTS }: WorldOptions = {},
) {
  const withKeys = { ...webhooks, ...(signing !== undefined && { signing }) };
  const test = await createTestStepward({ webhooks: withKeys, events });
  const { stepward, clock } = test;
  const worker = createTestWorker(stepward.outbox, clock);
  const signedIn = { session: WEBHOOKS_SESSION };
  const page = createWebhooksPage({
    stepward,
    keys: LINK_KEYS,
    publicUrl: ORIGIN,
    signedIn: () => signedIn.session,
    brand: { name: 'Example' },
    clock,
    logger: createRecordingLogger(),
    ...changes,
  });

  /** A subscriber that was added over the services; its id. */
  async function subscribe(input: object = {}, tenantId = 'acme'): Promise<string> {
    const fields = { url: 'https://example.com/in', event_types: ['user.*'], ...input };
    const made = await stepward.subscribers.create(systemCaller(tenantId), fields);
    return made._unsafeUnwrap().subscriber.id;
  }

  async function emit(id = 'u1'): Promise<void> {
    const data = { id, deleted_at: clock.now().toISOString() };
    (await stepward.events.emit({ type: 'user.deleted', tenantId: 'acme', data }))._unsafeUnwrap();
    await worker.dispatch();
  }

  /** Makes the attempts that are due, each with this answer, and returns how many there were. */
  async function attempt(status: number, body = ''): Promise<number> {
    const attempts = await worker.due();
    clock.advance(125);
    await worker.finish(attempts, { type: 'answered', status, retryAfter: null, body });
    return attempts.length;
  }

  /** The newest delivery of a subscriber. */
  async function newest(webhookId: string) {
    const list = (await stepward.deliveries.list('acme', webhookId))._unsafeUnwrap();
    const [delivery] = list.items;
    if (delivery === undefined) throw new Error('there is no delivery');
    return delivery;
  }

  return {
    ...test,
    ...createPortalBrowser(page),
    page,
    signedIn,
    subscribe,
    emit,
    attempt,
    newest,
  };
}

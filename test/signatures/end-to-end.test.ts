import { createKeyRing, createSigningKeys, createStepward, systemCaller } from '@stepward/core';
import { createFetchHandler, webhookKeys } from '@stepward/http';
import { createReceiver } from '@stepward/receiver';
import { createFixedClock, createMemoryStorage, createTestWorker } from '@stepward/testing';
import { expect, it } from 'vitest';

const JWKS_URL = 'https://hooks.example.com/.well-known/webhook-keys.json?tenant=acme';
const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });
const clock = createFixedClock();
const storage = createMemoryStorage();
const until = new Date(clock.now().getTime() + 86_400_000);

/** A service with these signing keys, over the same storage. */
function serviceWith(signing: ReturnType<typeof createSigningKeys>) {
  const keys = createKeyRing({ active: key('k', 9) });
  const targets = { check: () => Promise.resolve('allowed' as const) };
  const webhooks = { keys, targets, signing };
  const stepward = createStepward({ storage, codeKeys: keys, webhooks, clock });
  const serve = createFetchHandler(webhookKeys({ stepward, rateLimits: false }));
  const worker = createTestWorker(stepward.outbox, clock);
  async function deliver(tenantId = 'acme') {
    const data = { id: 'usr_1', deleted_at: clock.now().toISOString() };
    (await stepward.events.emit({ type: 'user.deleted', tenantId, data }))._unsafeUnwrap();
    const attempts = await worker.due();
    await worker.finish(attempts, { type: 'answered', status: 204, retryAfter: null, body: '' });
    const { headers = {}, body = '' } = attempts[0]?.request ?? {};
    return { headers, body };
  }
  return { stepward, serve, deliver };
}

it('a receiver that knows the address alone follows the keys of its tenant through a rotation', async () => {
  const before = serviceWith(createSigningKeys({ active: key('old', 1) }));
  const input = { url: 'https://example.com/in', signature: 'v1a' } as const;
  for (const tenantId of ['acme', 'globex']) {
    (await before.stepward.subscribers.create(systemCaller(tenantId), input))._unsafeUnwrap();
  }
  let site = before;
  let reads = 0;
  const receiver = createReceiver({
    secrets: [],
    clock,
    publicKeys: {
      jwksUrl: JWKS_URL,
      fetch: async (url) => {
        reads += 1;
        return site.serve(new Request(url));
      },
    },
  });
  const received = async (delivery: Awaited<ReturnType<typeof before.deliver>>) =>
    (await receiver.receive(delivery)).type;

  expect(await received(await before.deliver())).toBe('accepted');
  expect(await received(await before.deliver('globex'))).toBe('refused');

  const rotated = createSigningKeys({
    active: key('new', 2),
    previous: [{ ...key('old', 1), until }],
  });
  site = serviceWith(rotated);
  expect(await received(await site.deliver())).toBe('accepted');
  expect(reads).toBe(1);
  clock.advance(86_400_000);
  expect(await received(await site.deliver())).toBe('accepted');
  expect(reads).toBe(2);
  expect(await received(await before.deliver())).toBe('refused');
});

import { createKeyRing, createStepward, systemCaller } from '@stepward/core';
import type { WebhookOutcome } from '@stepward/core/adapter';
import { createFixedClock, createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { onTestFinished, describe, expect, it } from 'vitest';
import { ACCEPTED } from '../test/due-attempt.js';
import { createDeliveryWorker } from './delivery-worker.js';

const TARPITS = 100;
const TIMED_OUT: WebhookOutcome = { type: 'failed', reason: 'timed_out' };

/** A worker over storage in memory; what the tenant `tarpit` is sent gets no answer before the test says so. */
async function createWorld(concurrency: number) {
  const clock = createFixedClock();
  const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
  const { outbox, subscribers, events } = createStepward({
    storage: createMemoryStorage(),
    smsSender: createRecordingSmsSender(),
    codeKeys: keys,
    webhooks: { keys, targets: { check: () => Promise.resolve('allowed') } },
    clock,
  });
  const hanging: (() => void)[] = [];
  const delivered: { readonly tenantId: string; readonly claims: number }[] = [];
  let claims = 0;
  const worker = createDeliveryWorker({
    outbox: {
      ...outbox,
      claim: (request) => ((claims += 1), outbox.claim(request)),
    },
    sender: {
      send({ tenantId }) {
        if (tenantId.startsWith('tarpit')) {
          return new Promise((resolve) => hanging.push(() => resolve(TIMED_OUT)));
        }
        delivered.push({ tenantId, claims });
        return Promise.resolve(ACCEPTED);
      },
    },
    concurrency,
    clock,
    purgeMs: null,
  });
  worker.start();
  onTestFinished(async () => {
    const stopped = worker.stop();
    for (const end of hanging) end();
    await stopped;
  });
  return {
    hanging,
    delivered,
    claims: () => claims,
    async subscribe(tenantId: string, count: number): Promise<void> {
      for (let number = 0; number < count; number += 1) {
        const url = `https://hooks.example.com/${String(number)}`;
        expect((await subscribers.create(systemCaller(tenantId), { url })).isOk()).toBe(true);
      }
    },
    async emit(tenantId: string, count: number): Promise<void> {
      for (let number = 0; number < count; number += 1) {
        const data = { id: `usr_${String(number)}`, deleted_at: clock.now().toISOString() };
        const emitted = await events.emit({ type: 'user.deleted', tenantId, data });
        expect(emitted.isOk()).toBe(true);
      }
    },
    async wake(): Promise<void> {
      worker.wake();
      for (let turn = 0; turn < 100; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        // The worker gathers room for a few milliseconds.
        clock.advance(5);
      }
    },
  };
}

describe('one tenant never starves another of webhooks', () => {
  it(`the 5 deliveries of a quiet one are sent by the claims after its events, beside ${String(TARPITS)} subscribers that hang`, async () => {
    const { subscribe, emit, wake, delivered, hanging, claims } = await createWorld(256);
    await subscribe('tarpit', TARPITS);
    await subscribe('quiet', 1);
    await emit('tarpit', 5);
    await wake();
    expect(hanging).toHaveLength(192);

    const before = claims();
    await emit('quiet', 5);
    await emit('tarpit', 5);
    await wake();
    expect(delivered).toHaveLength(5);
    // Storage in memory looks at 20 subscribers with each claim, so that a round over all is 6 of them.
    for (const { claims: count } of delivered) expect(count - before).toBeLessThanOrEqual(6);
    expect(hanging).toHaveLength(192);
  });

  it('beside four tenants at once whose subscribers all hang, each is served', async () => {
    const { subscribe, emit, wake, delivered, hanging } = await createWorld(64);
    for (const number of [1, 2, 3, 4]) {
      await subscribe(`tarpit-${String(number)}`, 4);
      await emit(`tarpit-${String(number)}`, 10);
    }
    await wake();
    expect(hanging.length).toBeGreaterThan(48);
    expect(hanging.length).toBeLessThan(64);
    await subscribe('quiet', 1);
    await emit('quiet', 3);
    await wake();
    expect(delivered).toHaveLength(3);
  });

  it('slots that come free go to those who have the fewest under way', async () => {
    const { subscribe, emit, wake, hanging } = await createWorld(8);
    await subscribe('tarpit-1', 10);
    await emit('tarpit-1', 5);
    await wake();
    expect(hanging).toHaveLength(6);
    await subscribe('tarpit-2', 10);
    await emit('tarpit-2', 5);
    await wake();
    expect(hanging).toHaveLength(7);
    // Both are at their share now; one of the first's that ends makes room for the second's.
    hanging[0]?.();
    await wake();
    expect(hanging).toHaveLength(8);
  });
});

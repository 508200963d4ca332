import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MANAGER, TENANT, createManagementHost } from '../../test/management-host.js';
import { createWebhookHost, ringOf, type WebhookHost } from '../../test/webhook-host.js';
import { verifySignature } from '../events/verify-signature.js';
import { addMs, hours, minutes, seconds } from '../shared/duration.js';
import { createMemoryStorage, createSeededRandom } from '@stepward/testing';
import type { DueAttempt } from './due-attempt.js';
import type { AttemptOutcome } from './record-attempt.js';

const FAILED: AttemptOutcome = { type: 'failed', reason: 'timed_out' };

function answer(status: number, retryAfter: string | null = null): AttemptOutcome {
  return { type: 'answered', status, retryAfter, body: '' };
}

/** Jitter that is always the same: so many thousandths. */
function withJitter(thousandths: number): ReturnType<typeof createSeededRandom> {
  return { ...createSeededRandom(), integer: () => thousandths };
}

async function onlyDue(host: WebhookHost): Promise<DueAttempt> {
  const [attempt, ...others] = await host.worker.due();
  if (attempt === undefined || others.length > 0) throw new Error('not one attempt');
  return attempt;
}

async function verdictOf(
  { request, startedAt }: DueAttempt,
  ...secrets: readonly string[]
): Promise<string> {
  const signature = request?.headers['x-service-signature'] ?? '';
  const body = new TextEncoder().encode(request?.body);
  const rules = { secrets, toleranceMs: 1, now: startedAt };
  const { type } = await verifySignature({ signature, body }, rules, (secret, text, bytes) =>
    createHmac('sha256', secret).update(text).update(bytes).digest('hex'),
  );
  return type;
}

describe('an attempt', () => {
  // spec: delivery/source
  it('has a signed request, stamped now', async () => {
    const host = await createWebhookHost({ source: 'billing' });
    const { secret } = await host.subscribe();
    await host.emit();
    host.clock.advance(minutes(1));

    const attempt = await onlyDue(host);

    const now = host.clock.now();
    expect(attempt.startedAt).toEqual(now);
    expect(attempt.request).toMatchObject({
      timeoutMs: seconds(15),
      headers: { 'x-webhook-timestamp': now.toISOString(), 'x-webhook-source': 'billing' },
    });
    expect(await verdictOf(attempt, secret)).toBe('valid');
    expect(await verdictOf(attempt, 'whsec_other')).toBe('signature_mismatch');
  });

  it('signs with both secrets during a rotation, and with the new one after it', async () => {
    const host = await createWebhookHost({}, { random: createSeededRandom(2) });
    const { id, secret: old } = await host.subscribe();
    const rotated = await host.subscribers.rotateSecret(MANAGER, id, { overlap_ms: hours(1) });
    const fresh = rotated._unsafeUnwrap().secret.reveal();
    await host.emit();
    const during = await onlyDue(host);
    expect([await verdictOf(during, old), await verdictOf(during, fresh)]).toEqual([
      'valid',
      'valid',
    ]);
    await host.worker.finish([during], FAILED);
    host.clock.advance(hours(1));
    const after = await onlyDue(host);
    expect(await verdictOf(after, fresh)).toBe('valid');
    expect(await verdictOf(after, old)).toBe('signature_mismatch');
  });

  it('signs each delivery with the secret of its own subscriber, however many it takes at once', async () => {
    const host = await createWebhookHost({}, { random: createSeededRandom(3) });
    const subscribers = [await host.subscribe(), await host.subscribe()];
    await host.emit();
    await host.emit();
    const attempts = await host.worker.due();
    for (const { id, secret } of subscribers) {
      const own = attempts.filter(({ delivery }) => delivery.subscriberId === id);
      expect(await Promise.all(own.map((attempt) => verdictOf(attempt, secret)))).toEqual([
        'valid',
        'valid',
      ]);
    }
  });

  it("spells names in each subscriber's naming, and omits Standard Webhooks on request", async () => {
    const host = await createWebhookHost({ standardWebhooks: false });
    await host.subscribe({ naming: 'legacy' });
    const data = { id: 'org_1', deleted_at: '2026-01-01T00:00:00Z' };
    const event = { type: 'organisation.deleted', tenantId: TENANT, data } as const;
    (await host.events.emit(event))._unsafeUnwrap();
    const { request } = await onlyDue(host);
    expect(request?.headers['x-webhook-event']).toBe('org.deleted');
    expect(Object.keys(request?.headers ?? {})).not.toContain('webhook-signature');
  });

  it('has no request where the key of the secret is not in the ring, and says so in the log', async () => {
    const storage = createMemoryStorage();
    const before = await createWebhookHost({}, { storage });
    const { id, secret } = await before.subscribe();
    await before.emit();
    const host = await createWebhookHost({ keys: ringOf('w2', 8) }, { storage });

    const attempts = await host.worker.due();
    const { lines } = host;

    expect(attempts.map(({ request }) => request)).toEqual([null]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no key in the ring opens the secrets of a subscriber');
    expect(lines[0]).toContain(id);
    expect(lines[0]).not.toContain(secret);
  });

  it('of a host with delays of its own makes one attempt more than there are delays', async () => {
    const retryDelaysMs = [1_000, 60_000];
    const host = await createWebhookHost({ retryDelaysMs }, { random: withJitter(0) });
    const { id } = await host.subscribe();
    await host.emit();
    for (const wait of retryDelaysMs) {
      const dueAt = addMs(host.clock.now(), wait);
      const states = await host.worker.finish([await onlyDue(host)], FAILED);
      expect(states).toEqual([{ status: 'pending', dueAt, finishedAt: null }]);
      host.clock.advance(wait);
    }
    await host.worker.finish([await onlyDue(host)], FAILED);
    expect((await host.deliveriesOf(id))[0]).toMatchObject({ status: 'exhausted', attempts: 3 });
  });

  it.each([[[999]], [['5']], [Array<number>(30).fill(1_000)]])(
    'is never made with the delays %j',
    async (retryDelaysMs) => {
      const options = { retryDelaysMs: retryDelaysMs as readonly number[] };
      await expect(createWebhookHost(options)).rejects.toThrow('webhooks.retryDelaysMs');
    },
  );

  it.each(['', ' ', 'bill\r\nx: y', 'Köln', 'billing '])(
    'is never made under the source %j, which is no header',
    async (source) => {
      await expect(createWebhookHost({ source })).rejects.toThrow('webhooks.source');
    },
  );

  it('throws where webhooks are not set up', async () => {
    const { outbox } = await createManagementHost();
    await expect(outbox.open([])).rejects.toThrow('webhooks option');
  });
});

describe('what an attempt comes to', () => {
  it('is the next one by the schedule and the jitter, until the 10th', async () => {
    const host = await createWebhookHost({}, { random: withJitter(500) });
    const { id } = await host.subscribe();
    await host.emit();
    const waits = [5_250, 315_000, 1_890_000, 7_560_000, 18_900_000];
    const later = [37_800_000, 52_920_000, 75_600_000, 90_720_000];
    for (const [index, wait] of [...waits, ...later].entries()) {
      const attempt = await onlyDue(host);
      expect(attempt.number).toBe(index + 1);
      const dueAt = addMs(host.clock.now(), wait);
      const states = await host.worker.finish([attempt], FAILED);
      expect(states).toEqual([{ status: 'pending', dueAt, finishedAt: null }]);
      host.clock.advance(wait - 1);
      expect(await host.worker.due()).toEqual([]);
      host.clock.advance(1);
    }
    const [state] = await host.worker.finish([await onlyDue(host)], FAILED);
    expect(state).toEqual({ status: 'exhausted', dueAt: null, finishedAt: host.clock.now() });
    const [delivery] = await host.deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'exhausted', attempts: 10 });
  });

  it('is drawn from all of the jitter', async () => {
    const bounds: number[] = [];
    const random = createSeededRandom();
    const integer = (below: number): number => {
      bounds.push(below);
      return below - 1;
    };
    const host = await createWebhookHost({}, { random: { ...random, integer } });
    await host.subscribe();
    await host.emit();
    const [state] = await host.worker.finish([await onlyDue(host)], FAILED);
    expect(bounds).toEqual([1_000]);
    expect(state?.dueAt).toEqual(addMs(host.clock.now(), 5_500));
  });

  it('waits for as long as the subscriber asks', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    await host.emit();
    const [state] = await host.worker.finish([await onlyDue(host)], answer(429, '600'));
    expect(state?.dueAt).toEqual(addMs(host.clock.now(), minutes(10)));
  });

  it.each([200, 204, 299])('is done with %d', async (status) => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const [state] = await host.worker.finish([await onlyDue(host)], answer(status));
    expect(state).toEqual({ status: 'delivered', dueAt: null, finishedAt: host.clock.now() });
    expect((await host.deliveriesOf(id))[0]?.status).toBe('delivered');
    expect(await host.outbox.queueLag()).toBe(0);
  });

  it('is logged without what no store keeps', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const body = `a\0${'x'.repeat(20_000)}`;
    await host.worker.finish([await onlyDue(host)], {
      type: 'answered',
      status: 500,
      retryAfter: null,
      body,
    });
    const [delivery] = await host.deliveriesOf(id);
    const detail = await host.deliveries.get(TENANT, id, delivery?.id ?? '');
    const [attempt] = detail._unsafeUnwrap().attempts;
    expect(attempt?.responseBody).toBe(`a\u{fffd}${'x'.repeat(16_382)}`);
  });

  it('is nothing where nothing was made', async () => {
    const host = await createWebhookHost();
    const fence = await host.worker.hold();
    expect(await host.outbox.finish(fence, [])).toEqual({ states: [], actions: [], lost: [] });
  });
});

describe('the outbox', () => {
  it('reports how long the longest waiting delivery has been due', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    expect(await host.outbox.queueLag()).toBe(0);
    await host.emit();
    host.clock.advance(minutes(3));
    await host.emit();
    expect(await host.outbox.queueLag()).toBe(minutes(3));
  });

  it('stores and logs nothing of shards that another worker owns, and asks for no action', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const attempt = await onlyDue(host);
    const fence = { ...(await host.worker.hold()), worker: randomUUID() };
    const ended = { outcome: answer(410), finishedAt: host.clock.now(), pausedUntil: null };
    const recorded = await host.outbox.finish(fence, [{ type: 'made', attempt, ...ended }]);
    expect(recorded).toMatchObject({ actions: [], lost: [attempt.delivery.shard] });
    expect((await host.deliveriesOf(id))[0]?.status).toBe('pending');
    expect(host.lines).toEqual([]);
  });

  it('opens a delivery of a paused subscriber as one that waits', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    await host.emit();
    const { delivery, ...attempt } = await onlyDue(host);
    const pausedUntil = addMs(host.clock.now(), minutes(1));
    const ended = { outcome: FAILED, finishedAt: host.clock.now(), pausedUntil };
    const fence = await host.worker.hold();
    await host.outbox.finish(fence, [
      { type: 'made', attempt: { delivery, ...attempt }, ...ended },
    ]);
    expect(await host.outbox.open([delivery])).toEqual([
      { type: 'waits', delivery, standing: { pausedUntil, isOnTrial: true } },
    ]);
  });
});

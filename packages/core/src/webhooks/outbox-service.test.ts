import { createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MANAGER, TENANT } from '../../test/management-host.js';
import { createWebhookHost, ringOf, type WebhookHost } from '../../test/webhook-host.js';
import type { ManagementCaller } from '../access/caller.js';
import { verifySignature } from '../events/signature/verify-signature.js';
import { addMs, hours, minutes, msBetween, seconds } from '../shared/duration.js';
import { createMemoryStorage, createSeededRandom } from '@stepward/testing';
import { createStepward } from '../stepward.js';
import type { DueAttempt } from './attempts/attempt.js';
import type { AttemptOutcome } from './attempts/record-attempt.js';
import { createSigningKeys } from './subscribers/signing-keys.js';

/** A new key, and one that it replaced. */
const signing = createSigningKeys({
  active: { id: 'new', secret: new Uint8Array(32).fill(1) },
  previous: [{ id: 'old', secret: new Uint8Array(32).fill(2) }],
});

const FAILED: AttemptOutcome = { type: 'failed', reason: 'timed_out' };

function answer(status: number, retryAfter: string | null = null): AttemptOutcome {
  return { type: 'answered', status, retryAfter, body: '' };
}

/** Expects that a failed attempt is followed by one after so long, and up to a tenth more; goes on to that. */
async function expectNext(host: WebhookHost, attempt: DueAttempt, wait: number): Promise<void> {
  const [state] = await host.worker.finish([attempt], FAILED);
  const waits = msBetween(host.clock.now(), state?.dueAt ?? new Date(0));
  expect(waits).toBeGreaterThanOrEqual(wait);
  expect(waits).toBeLessThanOrEqual(1.1 * wait);
  host.clock.advance(waits - 1);
  expect(await host.worker.due()).toEqual([]);
  host.clock.advance(1);
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

  it('has the signatures that its subscriber chose, and always the header of the specification', async () => {
    const host = await createWebhookHost({ signing });
    const keys = host.subscribers.publicKeys(TENANT) ?? [];
    const shapes = { v1: ['v1'], v1a: ['v1a', 'v1a'], both: ['v1', 'v1a', 'v1a'] };
    for (const [signature, shape] of Object.entries(shapes)) {
      const { id, secret } = await host.subscribe({ signature: signature as 'v1' });
      await host.emit();
      const attempts = await host.worker.due();
      const attempt = attempts.find(({ subscriber }) => subscriber.id === id)!;
      const { headers = {}, body = '' } = attempt.request ?? {};
      const elements = (headers['webhook-signature'] ?? '')
        .split(' ')
        .map((each) => each.split(','));
      expect(elements.map(([version]) => version)).toEqual(shape);
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const asymmetric = elements.filter(([version]) => version === 'v1a');
      for (const [index, [, sent = '']] of asymmetric.entries()) {
        const key = createPublicKey({ key: { ...keys[index]! }, format: 'jwk' });
        expect(verify(null, Buffer.from(signed), key, Buffer.from(sent, 'base64'))).toBe(true);
      }
      expect(await verdictOf(attempt, secret)).toBe('valid');
      (await host.subscribers.remove(MANAGER, id))._unsafeUnwrap();
    }
  });

  it('is signed for its own tenant', async () => {
    const host = await createWebhookHost({ signing });
    const others: ManagementCaller = { ...MANAGER, tenantId: 'globex' };
    const [ours] = host.subscribers.publicKeys(TENANT) ?? [];
    const [theirs] = host.subscribers.publicKeys('globex') ?? [];
    expect(ours?.kid).toBe(theirs?.kid);
    expect(ours?.x).not.toBe(theirs?.x);
    await host.subscribe({ signature: 'v1a' }, others);
    await host.emit('globex');
    const { request } = await onlyDue(host);
    const { headers = {}, body = '' } = request ?? {};
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const sent = Buffer.from((headers['webhook-signature'] ?? '').split(/[ ,]/)[1] ?? '', 'base64');
    const isOf = (key: typeof ours): boolean =>
      verify(null, Buffer.from(signed), createPublicKey({ key: { ...key! }, format: 'jwk' }), sent);
    expect([isOf(ours), isOf(theirs)]).toEqual([false, true]);
  });

  it('has no request where the signing keys were removed later, and says so in the log', async () => {
    const storage = createMemoryStorage();
    const before = await createWebhookHost({ signing }, { storage });
    const { id } = await before.subscribe({ signature: 'both' });
    await before.emit();
    const host = await createWebhookHost({}, { storage });

    const attempts = await host.worker.due();
    expect(attempts.map(({ request }) => request)).toEqual([null]);
    await host.worker.finish(attempts, { type: 'failed', reason: 'signing_failed' });
    expect(host.lines[0]).toContain('createStepward has no webhooks.signing');
    expect(host.lines[0]).toContain(id);
    expect((await host.deliveriesOf(id))[0]).toMatchObject({ status: 'pending', attempts: 1 });
  });

  it('has no request where the key of the secret is not in the ring, and says so in the log', async () => {
    const storage = createMemoryStorage();
    const before = await createWebhookHost({}, { storage });
    const { id, secret } = await before.subscribe();
    await before.emit();
    const host = await createWebhookHost({ keys: ringOf('w2', 8) }, { storage });

    const attempts = await host.worker.due();
    expect(attempts.map(({ request }) => request)).toEqual([null]);
    await host.worker.finish(attempts, { type: 'failed', reason: 'signing_failed' });
    const { lines } = host;

    expect(lines[0]).toContain('not in the key ring');
    expect(lines[0]).toContain(`option: 'webhooks.keys', keyId: 'w1'`);
    expect(lines[1]).toContain('no key in the ring opens the secrets of a subscriber');
    expect(lines[1]).toContain(id);
    expect(lines.join()).not.toContain(secret);
  });

  it('of a host with delays of its own makes one attempt more than there are delays', async () => {
    const retryDelaysMs = [1_000, 60_000];
    const host = await createWebhookHost({ retryDelaysMs });
    const { id } = await host.subscribe();
    await host.emit();
    for (const wait of retryDelaysMs) await expectNext(host, await onlyDue(host), wait);
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

  it('is not signed where webhooks are not set up, as where no key opens the secrets', async () => {
    const storage = createMemoryStorage();
    const host = await createWebhookHost({}, { storage });
    await host.subscribe();
    await host.emit();
    const [due] = await host.worker.due();
    const { outbox } = createStepward({ storage, codeKeys: ringOf('c1', 1) });
    const opened = await outbox.open([due!.delivery], host.clock.now());
    expect(opened).toMatchObject([{ type: 'due', request: null }]);
  });
});

describe('what an attempt comes to', () => {
  it('is the next one by the schedule and the jitter, until the 10th', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const waits = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000];
    const later = [36_000_000, 50_400_000, 72_000_000, 86_400_000];
    for (const [index, wait] of [...waits, ...later].entries()) {
      const attempt = await onlyDue(host);
      expect(attempt.number).toBe(index + 1);
      await expectNext(host, attempt, wait);
    }
    const [state] = await host.worker.finish([await onlyDue(host)], FAILED);
    expect(state).toEqual({ status: 'exhausted', dueAt: null, finishedAt: host.clock.now() });
    const [delivery] = await host.deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'exhausted', attempts: 10 });
  });

  it('is spread over all of the jitter', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    for (let count = 0; count < 200; count += 1) await host.emit();
    const states = await host.worker.finish(await host.worker.due(), FAILED);
    const waits = states.map(({ dueAt }) => msBetween(host.clock.now(), dueAt ?? new Date(0)));
    expect([Math.min(...waits) < 5_050, Math.max(...waits) > 5_450]).toEqual([true, true]);
  });

  it('stays as it is where it is stored again because the answer was lost', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const attempt = await onlyDue(host);
    const [first] = await host.worker.finish([attempt], FAILED);
    expect(await host.worker.finish([attempt], FAILED)).toEqual([]);
    expect((await host.deliveriesOf(id))[0]).toMatchObject({ attempts: 1, dueAt: first?.dueAt });
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
    expect((await host.outbox.queueState()).lagMs).toBe(0);
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
    expect(await host.outbox.finish(fence, [])).toEqual({
      states: [],
      actions: [],
      freed: [],
      lost: [],
    });
  });
});

describe('the outbox', () => {
  it('reports how long the longest waiting delivery has been due', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    expect((await host.outbox.queueState()).lagMs).toBe(0);
    await host.emit();
    host.clock.advance(minutes(3));
    await host.emit();
    expect((await host.outbox.queueState()).lagMs).toBe(minutes(3));
  });

  it('stores and logs nothing of shards that another worker owns, and asks for no action', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const attempt = await onlyDue(host);
    const fence = { ...(await host.worker.hold()), worker: randomUUID() };
    const ended = { outcome: answer(410), finishedAt: host.clock.now(), pause: null };
    const recorded = await host.outbox.finish(fence, [{ ...attempt, ...ended, type: 'made' }]);
    expect(recorded).toEqual({
      states: [null],
      actions: [],
      freed: [],
      lost: [attempt.delivery.shard],
    });
    expect((await host.deliveriesOf(id))[0]?.status).toBe('pending');
    expect(host.lines).toEqual([]);
  });

  it('opens a delivery of a paused subscriber with its pause, by which the schedule puts it back', async () => {
    const host = await createWebhookHost();
    await host.subscribe();
    await host.emit();
    const attempt = await onlyDue(host);
    const pausedUntil = addMs(host.clock.now(), minutes(1));
    const pause = { until: pausedUntil, reason: 'busy', busyPauses: 3 } as const;
    const ended = { outcome: FAILED, finishedAt: host.clock.now(), pause };
    const fence = await host.worker.hold();
    await host.outbox.finish(fence, [{ ...attempt, ...ended, type: 'made' }]);
    const next = { ...attempt.delivery, attempts: 1 };
    expect(await host.outbox.open([next], host.clock.now())).toMatchObject([
      { type: 'due', subscriber: { pausedUntil, isOnTrial: true, busyPauses: 3 } },
    ]);
    const shown = async () => {
      const { subscriberId } = attempt.delivery;
      const subscriber = (await host.subscribers.get(TENANT, subscriberId))._unsafeUnwrap();
      return subscriber.paused;
    };
    expect(await shown()).toEqual({ until: pausedUntil, reason: 'busy' });
    host.clock.advance(minutes(1));
    expect(await shown()).toBeNull();
  });
});

/** A subscriber that is ordered by key gets no event before the one ahead of it, though attempts fail and workers are killed. */
import { systemCaller } from '@stepward/core';
import { DEFAULT_RETRY_DELAYS_MS } from '@stepward/core/webhooks';
import { testDatabase } from '@stepward/dev-postgres';
import { createFixedClock } from '@stepward/testing';
import { createWebhookSender } from '@stepward/webhooks';
import { expect, it, onTestFinished } from 'vitest';
import type { Host } from '../customer-api/harness/host.js';
import { bodyOf, type Tenant } from '../customer-api/harness/tenant.js';
import { crashStepward } from './crash/crash-stepward.js';
import { isSettled, readLog } from './crash/delivery-log.js';
import { endLeases } from './crash/end-leases.js';
import { createMortalWorker, ENDS } from './crash/mortal-worker.js';
import { LOOPBACK } from './harness/loopback.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import type { Captured } from './harness/sink.js';
import { subscribe } from './harness/subscription.js';

const EVENTS = 80;
const KEYS = 8;
const RETRY_OVER_MS = 6 * 60_000;

/** The person that an event is about: `usr_12`. */
function subjectOf({ body }: Captured): string {
  return (JSON.parse(body.toString()) as { readonly data: { readonly id: string } }).data.id;
}

function numberOf(request: Captured): number {
  return Number(subjectOf(request).slice('usr_'.length));
}

const deleted = (number: number) => ({
  type: 'user.deleted' as const,
  data: { id: `usr_${String(number)}`, deleted_at: '2026-01-01T00:00:00Z' },
});

it('no event comes before the one ahead of it, though one in ten fails and three workers are killed', async () => {
  const database = await testDatabase();
  const [pool, clock] = [database.pool({ max: 8 }), createFixedClock()];
  const stepward = crashStepward(pool, clock);
  const sender = createWebhookSender({ targets: LOOPBACK, clock });
  onTestFinished(() => sender.close());
  const accepted = new Set<number>();
  const early: number[] = [];
  const sink = await openSink((response, request) => {
    const number = numberOf(request);
    const fails = number % 10 === 0 && request.headers['x-webhook-attempt'] === '1';
    if (number >= KEYS && !accepted.has(number - KEYS)) early.push(number);
    if (!fails) accepted.add(number);
    response.writeHead(fails ? 500 : 204).end();
  });
  const fields = { url: sink.url, ordering: 'key' } as const;
  const created = await stepward.subscribers.create(systemCaller('acme'), fields);
  const { id: subscriberId } = created._unsafeUnwrap().subscriber;

  const ends: (string | null)[] = [];
  for (let number = 0; number < EVENTS; number += 1) {
    const orderingKey = `key-${String(number % KEYS)}`;
    const event = { ...deleted(number), tenantId: 'acme', orderingKey };
    (await stepward.events.emit(event))._unsafeUnwrap();
    if (number % 20 !== 19 || ends.length === 3) continue;
    const end = ENDS[ends.length]!;
    const nth = 12 + 3 * ends.length;
    ends.push(await createMortalWorker({ pool, clock, sender, nth, end }).run());
    await endLeases(pool);
    clock.advance(RETRY_OVER_MS);
  }
  expect(ends.map((end) => end !== null)).toEqual([true, true, true]);
  for (let heirs = 0; heirs < 20; heirs += 1) {
    await endLeases(pool);
    const heir = { pool, clock, sender, nth: Infinity, end: 'killed before' } as const;
    await createMortalWorker(heir).run();
    if (await isSettled(stepward, 'acme', [subscriberId])) break;
    clock.advance(RETRY_OVER_MS);
  }

  expect(early).toEqual([]);
  const log = await readLog(stepward, { tenantId: 'acme', subscriberId }, sink.received);
  expect(log.map(({ status }) => status)).toEqual(Array(EVENTS).fill('delivered'));
  const sequences = log.map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
});

async function emit(
  { stepward }: Host,
  { tenantId }: Tenant,
  number: number,
  orderingKey?: string,
): Promise<void> {
  const event = { ...deleted(number), tenantId, ...(orderingKey && { orderingKey }) };
  (await stepward.events.emit(event))._unsafeUnwrap();
}

onEveryStorage((host) => {
  /** A subscriber to which event 1 never gets through. */
  async function stuck() {
    const tenant = await host.tenant();
    const sink = await openSink((response, request) =>
      response.writeHead(numberOf(request) === 1 ? 500 : 204).end(),
    );
    const subscription = await subscribe(tenant, sink.url, { ordering: 'key' });
    for (const number of [1, 2, 3]) await emit(host, tenant, number, 'a');
    await emit(host, tenant, 4, 'b');
    await emit(host, tenant, 5);
    const worker = openWorker(host);
    await worker.runOnce();
    expect(sink.received.map(numberOf).toSorted()).toEqual([1, 4, 5]);
    return { tenant, sink, subscription, worker };
  }

  it('what waits goes on when the event before it is exhausted after all its attempts', async () => {
    const { sink, subscription, worker } = await stuck();
    for (const delayMs of DEFAULT_RETRY_DELAYS_MS) {
      expect(sink.received.map(numberOf)).not.toContain(2);
      // With its jitter.
      host.clock.advance(1.1 * delayMs);
      await worker.runOnce();
    }
    expect(sink.received.map(numberOf).slice(-2)).toEqual([2, 3]);
    const statuses = (await subscription.deliveries()).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array<string>(4).fill('delivered'), 'exhausted']);
  });

  it('what waits is listed as pending, without a next attempt', async () => {
    const { subscription } = await stuck();
    const pending = await subscription.deliveries('&status=pending');
    expect(pending).toHaveLength(3);
    const next = pending.map(({ id }) => subscription.delivery(id));
    const times = (await Promise.all(next)).map(({ next_attempt_at: at }) => at);
    expect(times.filter((at) => at === null)).toHaveLength(2);
  });

  it('what waits goes out when the order of its subscriber ends, and is skipped where that is disabled', async () => {
    const { tenant, sink, subscription, worker } = await stuck();
    const changed = await tenant.patch(subscription.path, { ordering: 'none' });
    expect(bodyOf(changed)).toMatchObject({ ordering: 'none' });
    await worker.runOnce();
    expect(sink.received.map(numberOf).slice(-2).toSorted()).toEqual([2, 3]);

    await tenant.patch(subscription.path, { ordering: 'key' });
    for (const number of [6, 7]) await emit(host, tenant, number, 'a');
    await tenant.patch(subscription.path, { enabled: false });
    host.clock.advance(RETRY_OVER_MS);
    await worker.runOnce();
    const skipped = await subscription.deliveries('&status=skipped');
    expect(skipped).toHaveLength(3);
  });
});

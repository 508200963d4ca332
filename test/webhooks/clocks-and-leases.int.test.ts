/** Clocks that go wrong, and workers that outlive their leases: nothing is lost, stuck or recorded twice. */
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { postgres } from '../harness/storages.js';
import { endLeases } from './crash/end-leases.js';
import type { Host } from '../customer-api/harness/host.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import type { Sink } from './harness/sink.js';
import { subscribe } from './harness/subscription.js';

const HOUR = 3_600_000;

/** A sink that holds back its first answers, as many as it is told, until the test gives them. */
async function holdingSink(count: number) {
  const held: ((status: number) => void)[] = [];
  const sink = await openSink((response, _, number) => {
    const answer = (status: number): void => void response.writeHead(status).end();
    if (number > count) answer(204);
    else held.push(answer);
  });
  return { sink, answer: (index: number, status: number) => held[index]!(status) };
}

async function oneDelivery(host: Host, sink: Sink) {
  const tenant = await host.tenant();
  const subscription = await subscribe(tenant, sink.url);
  await emit(host, tenant);
  return subscription;
}

onEveryStorage((host) => {
  it.each([204, 500])(
    'a clock that goes back by an hour between start and finish harms nothing, where the answer is %i',
    async (status) => {
      const { sink, answer } = await holdingSink(1);
      const subscription = await oneDelivery(host, sink);
      const worker = openWorker(host);
      const delivering = worker.runOnce();
      await sink.until(1);
      host.clock.advance(-HOUR);
      answer(0, status);
      await delivering;
      const { attempts } = await subscription.onlyDelivery();
      expect(attempts).toMatchObject([{ attempt: 1, status_code: status, duration_ms: 0 }]);
      for (const ms of [6_000, HOUR]) {
        host.clock.advance(ms);
        await worker.runOnce();
      }
      expect(sink.received).toHaveLength(status === 204 ? 1 : 2);
      expect((await subscription.onlyDelivery()).status).toBe('delivered');
    },
  );

  it('a clock that goes back while a delivery waits delays it, until the clock is where it was', async () => {
    const sink = await openSink();
    const subscription = await oneDelivery(host, sink);
    const worker = openWorker(host);
    host.clock.advance(-HOUR);
    await worker.runOnce();
    expect(sink.received).toHaveLength(0);
    host.clock.advance(HOUR);
    await worker.runOnce();
    expect((await subscription.onlyDelivery()).status).toBe('delivered');
  });
});

onEveryStorage(
  (host) => {
    /** Two workers over one delivery: the first has sent it when its lease ends, and the second sends it too. */
    async function sentTwice() {
      const { sink, answer } = await holdingSink(2);
      const subscription = await oneDelivery(host, sink);
      const slow = openWorker(host).runOnce();
      await sink.until(1);
      await endLeases(host.pool!);
      const quick = openWorker(host).runOnce();
      await sink.until(2);
      return {
        sink,
        subscription,
        async finishSlow(status: number) {
          answer(0, status);
          await slow;
        },
        async finishQuick(status: number) {
          answer(1, status);
          await quick;
        },
      };
    }

    describe.each([204, 500])('a worker that has lost its shards, and is answered %i', (status) => {
      it('stores nothing once another has delivered', async () => {
        const { sink, subscription, finishSlow, finishQuick } = await sentTwice();
        await finishQuick(204);
        const delivered = await subscription.onlyDelivery();
        await finishSlow(status);
        host.clock.advance(HOUR);
        await openWorker(host).runOnce();
        expect(sink.received).toHaveLength(2);
        expect(delivered).toMatchObject({
          status: 'delivered',
          attempt_count: 1,
          attempts: [{ attempt: 1, status_code: 204 }],
        });
        expect(await subscription.onlyDelivery()).toEqual(delivered);
      });

      it('stores nothing while another is at it', async () => {
        const { sink, subscription, finishSlow, finishQuick } = await sentTwice();
        await finishSlow(status);
        expect(await subscription.onlyDelivery()).toMatchObject({
          status: 'pending',
          attempts: [],
        });
        await finishQuick(500);
        host.clock.advance(HOUR);
        await openWorker(host).runOnce();
        expect(sink.received).toHaveLength(3);
        expect(await subscription.onlyDelivery()).toMatchObject({
          status: 'delivered',
          attempts: [
            { attempt: 1, status_code: 500 },
            { attempt: 2, status_code: 204 },
          ],
        });
      });
    });

    it('attempts that are lost with their workers do not count, however many they are', async () => {
      const { sink, answer } = await holdingSink(11);
      const subscription = await oneDelivery(host, sink);
      const frozen: Promise<void>[] = [];
      for (let count = 1; count <= 11; count += 1) {
        frozen.push(openWorker(host).runOnce());
        await sink.until(count);
        await endLeases(host.pool!);
      }
      await openWorker(host).runOnce();
      const delivered = await subscription.onlyDelivery();
      for (let index = 0; index < 11; index += 1) answer(index, 500);
      await Promise.all(frozen);
      expect(delivered).toMatchObject({ status: 'delivered', attempt_count: 1 });
      expect(sink.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(
        Array.from({ length: 12 }, () => '1'),
      );
      expect(await subscription.onlyDelivery()).toEqual(delivered);
    });

    it('of two workers with clocks an hour apart neither takes what the other owns', async () => {
      const ahead = createFixedClock(new Date(host.clock.now().getTime() + HOUR));
      const [one, other] = [
        openWorker(host),
        openWorker({ stepward: host.stepward, clock: ahead }),
      ];
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const { sink, answer } = await holdingSink(1);
        const subscription = await oneDelivery(host, sink);
        const delivering = first.runOnce();
        await sink.until(1);
        await second.runOnce();
        answer(0, 204);
        await delivering;
        expect(sink.received).toHaveLength(1);
        expect((await subscription.onlyDelivery()).status).toBe('delivered');
      }
    });
  },
  { storages: [postgres] },
);

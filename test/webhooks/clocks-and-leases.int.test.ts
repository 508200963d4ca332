/** Clocks that go wrong, and workers that outlive their leases: nothing is lost and nothing is stuck. */
import { ATTEMPT_LEASE_MS } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import type { Sink } from './harness/sink.js';
import { subscribe } from './harness/subscription.js';

const HOUR = 3_600_000;

onEveryStorage((host) => {
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

  async function oneDelivery(sink: Sink) {
    const tenant = await host.tenant();
    const subscription = await subscribe(tenant, sink.url);
    await emit(host, tenant);
    return subscription;
  }

  it.each([204, 500])(
    'a clock that goes back by an hour between claim and finish harms nothing, where the answer is %i',
    async (status) => {
      const { sink, answer } = await holdingSink(1);
      const subscription = await oneDelivery(sink);
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
    const subscription = await oneDelivery(sink);
    const worker = openWorker(host);
    host.clock.advance(-HOUR);
    await worker.runOnce();
    expect(sink.received).toHaveLength(0);
    host.clock.advance(HOUR);
    await worker.runOnce();
    expect((await subscription.onlyDelivery()).status).toBe('delivered');
  });

  /** Two workers over one delivery: the first has sent it, and its lease is over, so the second has too. */
  async function lentTwice() {
    const { sink, answer } = await holdingSink(2);
    const subscription = await oneDelivery(sink);
    // By a clock of its own that stands still, the slow one's request has no deadline.
    const slow = openWorker(host, { senderClock: createFixedClock() });
    const slowly = slow.runOnce();
    await sink.until(1);
    host.clock.advance(ATTEMPT_LEASE_MS);
    const quick = openWorker(host);
    const quickly = quick.runOnce();
    await sink.until(2);
    expect((await subscription.onlyDelivery()).attempts).toMatchObject([
      { attempt: 1, failure: 'interrupted', status_code: null, duration_ms: null },
    ]);
    return {
      sink,
      subscription,
      quick,
      async finishSlow(status: number) {
        answer(0, status);
        await slowly;
      },
      async finishQuick(status: number) {
        answer(1, status);
        await quickly;
      },
    };
  }

  it.each([204, 500])(
    'a worker that finishes after its lease, once another has delivered, changes the log alone: %i',
    async (status) => {
      const { sink, subscription, quick, finishSlow, finishQuick } = await lentTwice();
      await finishQuick(204);
      await finishSlow(status);
      host.clock.advance(HOUR);
      await quick.runOnce();
      expect(sink.received).toHaveLength(2);
      expect(await subscription.onlyDelivery()).toMatchObject({
        status: 'delivered',
        attempt_count: 2,
        attempts: [
          { attempt: 1, status_code: status, failure: null },
          { attempt: 2, status_code: 204, failure: null },
        ],
      });
    },
  );

  it.each([204, 500])(
    'a worker that finishes after its lease, while another is at it, takes nothing away from it: %i',
    async (status) => {
      const { sink, subscription, quick, finishSlow, finishQuick } = await lentTwice();
      await finishSlow(status);
      expect((await subscription.onlyDelivery()).status).toBe('pending');
      await finishQuick(500);
      host.clock.advance(HOUR);
      await quick.runOnce();
      expect(sink.received).toHaveLength(3);
      expect(await subscription.onlyDelivery()).toMatchObject({
        status: 'delivered',
        attempts: [
          { attempt: 1, status_code: status },
          { attempt: 2, status_code: 500 },
          { attempt: 3, status_code: 204 },
        ],
      });
    },
  );

  it('a delivery that was interrupted ten times is exhausted, with ten entries, and not sent again', async () => {
    const { sink } = await holdingSink(100);
    const subscription = await oneDelivery(sink);
    const standing = createFixedClock();
    const frozen: Promise<void>[] = [];
    for (let count = 1; count <= 10; count += 1) {
      frozen.push(openWorker(host, { senderClock: standing }).runOnce());
      await sink.until(count);
      host.clock.advance(ATTEMPT_LEASE_MS);
    }
    await openWorker(host).runOnce();
    const { status, attempts } = await subscription.onlyDelivery();
    expect([status, sink.received.length]).toEqual(['exhausted', 10]);
    expect(attempts.map(({ attempt, failure }) => [attempt, failure])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 'interrupted']),
    );
    standing.advance(15_000);
    await Promise.all(frozen);
    expect((await subscription.onlyDelivery()).status).toBe('exhausted');
  });
});

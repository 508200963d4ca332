import { addMs, type OutboxService, type WebhookOutcome } from '@stepward/core/adapter';
import { createTestWorker } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import {
  ACCEPTED,
  createWorkerWorld,
  seconds,
  TIMED_OUT,
  turns,
  type WorldWorker,
} from '../test/worker-world.js';

const GONE: WebhookOutcome = { type: 'answered', status: 410, retryAfter: null, body: '' };

/** A promise, and what resolves it. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

describe('the delivery worker', () => {
  it('makes due attempts side by side and records each when its answer is there', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { start, measured } = worker();
    start();
    await emit(['a', 'b']);
    await turns();
    expect(ids().toSorted()).toEqual(['a', 'b']);
    sent[1]?.answer();
    await turns();
    expect(measured).toHaveLength(1);
    sent[0]?.answer();
    await turns();
    expect(measured).toHaveLength(2);
  });

  it('delivers although its metrics throw, and logs that once a minute', async () => {
    const { subscribe, emit, worker, ids, answerAll } = createWorkerWorld();
    const broken = (): never => {
      throw new Error('metrics are broken');
    };
    const metrics = {
      attempted: broken,
      started: broken,
      queueLag: broken,
      queueCounts: broken,
      held: broken,
      lost: broken,
      published: broken,
      sinkLag: broken,
    };
    await subscribe();
    answerAll(TIMED_OUT);
    const { start, logger } = worker('w1', { metrics });
    start();
    await emit(['a']);
    await turns();
    expect(ids()).toEqual(['a']);
    expect(logger.lines()).toEqual([
      ['warn', { reason: 'metrics are broken' }, 'a measurement could not be reported'],
    ]);
  });

  it('has no more attempts under way than it may, and goes on as soon as one is over', async () => {
    const { subscribe, emit, worker, sent } = createWorkerWorld();
    await subscribe();
    worker('w1', { concurrency: 2 }).start();
    await emit(['a', 'b', 'c']);
    await turns();
    // One tenant alone may use three quarters of the slots, but one of two.
    expect(sent).toHaveLength(1);
    sent[0]?.answer();
    await turns();
    expect(sent).toHaveLength(2);
  });

  it('goes on while results are being stored, until as many of them wait as it makes attempts at once', async () => {
    const { subscribe, emit, worker, sent, answerAll, clock, outbox } = createWorkerWorld();
    const { passed, open } = gate();
    const slow: OutboxService = {
      ...outbox,
      finish: (...values) => passed.then(() => outbox.finish(...values)),
    };
    await subscribe('acme', 4);
    worker('w1', { concurrency: 4, outbox: slow }).start();
    answerAll(TIMED_OUT);
    await emit(['a', 'b', 'c']);
    await turns();
    clock.advance(5);
    await turns();
    expect(sent.length).toBeGreaterThan(4);
    expect(sent.length).toBeLessThanOrEqual(8);
    open();
    for (let turn = 0; turn < 10; turn += 1) {
      await turns();
      clock.advance(5);
    }
    expect(sent).toHaveLength(12);
  });

  it('is woken by a commit, and without that looks again after the poll interval or when the host wakes it', async () => {
    const { subscribe, emit, worker, clock, ids } = createWorkerWorld();
    await subscribe();
    const { start, wake } = worker('w1', { wake: false });
    start();
    await turns();
    await emit(['a']);
    clock.advance(999);
    await turns();
    expect(ids()).toEqual([]);
    clock.advance(1);
    await turns();
    expect(ids()).toEqual(['a']);
    await emit(['b']);
    await turns();
    expect(ids()).toEqual(['a']);
    wake();
    await turns();
    expect(ids()).toEqual(['a', 'b']);
  });

  it('reads once a poll while there is nothing to do, and renews its lease every 5 seconds', async () => {
    const { subscribe, worker, clock } = createWorkerWorld();
    await subscribe();
    const { start, calls } = worker();
    start();
    await turns();
    const before = calls.length;
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      await turns();
    }
    const count = (call: string): number =>
      calls.slice(before).filter((each) => each === call).length;
    expect({
      arrivals: count('arrivals'),
      hold: count('hold'),
      queueState: count('queueState'),
    }).toEqual({ arrivals: 60, hold: 12, queueState: 4 });
    expect(calls).toHaveLength(before + 60 + 12 + 4);
  });

  it('retries when the time has come', async () => {
    const { subscribe, emit, worker, clock, sent, answerAll } = createWorkerWorld();
    await subscribe();
    answerAll(TIMED_OUT);
    worker('w1', { pollMs: 60_000 }).start();
    await emit(['a']);
    await turns();
    for (let second = 0; second < 4; second += 1) {
      clock.advance(1_000);
      await turns();
    }
    expect(sent.map(({ attempt }) => attempt)).toEqual([1]);
    for (let ms = 4_000; ms <= 5_600; ms += 100) {
      clock.advance(100);
      await turns();
    }
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it.each(['arrivals', 'dispatch'] as const)(
    'counts what waits for the lag while its calls of %s fail',
    async (call) => {
      const { subscribe, emit, worker, clock, outbox } = createWorkerWorld();
      await subscribe();
      const broken = () => Promise.reject(new Error('broken'));
      const queue = { ...outbox.queue, [call]: broken };
      worker('w1', { outbox: { ...outbox, queue } }).start();
      await emit(['a']);
      for (let second = 0; second < 10; second += 1) {
        await turns();
        clock.advance(1_000);
      }
      await turns();
      expect((await outbox.queueState()).lagMs).toBe(10_000);
    },
  );

  it('loads what waits although it is woken again during each read', async () => {
    const { subscribe, emit, worker, clock, sent, answerAll, outbox } = createWorkerWorld();
    await subscribe();
    answerAll(TIMED_OUT);
    await emit(['a']);
    await worker('w1').runOnce();
    clock.advance(10_000);
    const arrivals: OutboxService['queue']['arrivals'] = async (...values) => {
      wake();
      await turns(1);
      return outbox.queue.arrivals(...values);
    };
    const { start, stop, wake } = worker('w2', {
      outbox: { ...outbox, queue: { ...outbox.queue, arrivals } },
    });
    start();
    await turns();
    expect(sent.map(({ by }) => by)).toEqual(['w1', 'w2']);
    await stop();
  });

  it('drains when it is stopped: starts nothing more, and waits for what is under way', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { start, stop, measured } = worker();
    start();
    await emit(['a']);
    await turns();
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await emit(['b']);
    await turns();
    expect(isStopped).toBe(false);
    sent[0]?.answer();
    await stopped;
    expect([ids(), measured.length]).toEqual([['a'], 1]);
  });

  it('waits 15 seconds at most for a sender that does not answer', async () => {
    const { subscribe, emit, worker, clock } = createWorkerWorld();
    await subscribe();
    const { start, stop } = worker();
    start();
    await emit(['a']);
    await turns();
    const stopped = stop();
    await turns();
    clock.advance(15_000);
    await stopped;
  });

  it('can be started again, and goes on where it is started while it drains', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { start, stop } = worker();
    start();
    start();
    await stop();
    start();
    await emit(['a']);
    await turns();
    const stopped = stop();
    start();
    sent[0]?.answer();
    await stopped;
    await emit(['b']);
    await turns();
    expect(ids()).toEqual(['a', 'b']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no network'))],
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
  ])('loses no slot to a sender that %s', async (_, send) => {
    const { subscribe, emit, worker } = createWorkerWorld();
    await subscribe();
    const { runOnce, measured } = worker('w1', { sender: { send }, concurrency: 1 });
    await emit(['a', 'b']);
    await runOnce();
    expect(measured.map(({ failure }) => failure)).toEqual([
      'connection_failed',
      'connection_failed',
    ]);
  });

  describe('while the database is away', () => {
    it('logs that once a minute, and when it is over; then it goes on', async () => {
      const { subscribe, emit, worker, clock, ids } = createWorkerWorld();
      await subscribe();
      const one = worker('w1', { wake: false });
      one.isCutOff = true;
      one.start();
      await emit(['a']);
      await seconds(clock, 60);
      one.isCutOff = false;
      await seconds(clock, 1);
      expect(ids()).toEqual(['a']);
      const line = { worker: expect.any(String) as string };
      const failed = { ...line, part: 'hold', reason: 'away' };
      const measuring = { task: 'measure queue', reason: 'away' };
      const byKind = (kind: string) => one.logger.lines().filter(([, , text]) => text === kind);
      expect(byKind('the webhook queue cannot be reached')).toEqual([
        ['warn', failed, 'the webhook queue cannot be reached'],
        ['warn', failed, 'the webhook queue cannot be reached'],
      ]);
      expect(byKind('the webhook queue can be reached again')).toEqual([
        ['info', line, 'the webhook queue can be reached again'],
      ]);
      expect(byKind('maintenance of the delivery worker failed')[0]?.[1]).toEqual(measuring);
    });

    it('keeps its results, starts nothing once its lease is over, and stores when it is back', async () => {
      const { subscribe, emit, worker, clock, sent, ids } = createWorkerWorld();
      await subscribe();
      const one = worker('w1', { wake: false, perSubscriber: 1 });
      one.start();
      await emit(['a', 'b']);
      await seconds(clock, 1);
      one.isCutOff = true;
      sent[0]?.answer();
      await seconds(clock, 40);
      expect([ids().length, one.measured.length]).toEqual([1, 0]);
      one.isCutOff = false;
      await seconds(clock, 2);
      expect(ids().toSorted()).toEqual(['a', 'b']);
      expect(one.measured).toHaveLength(1);
    });

    it('runOnce rejects with what it threw', async () => {
      const { worker } = createWorkerWorld();
      const one = worker();
      one.isCutOff = true;
      await expect(one.runOnce()).rejects.toThrow('away');
    });
  });

  describe('while a subscriber is being disabled', () => {
    function world() {
      const created = createWorkerWorld();
      const { passed, open } = gate();
      const acted: string[] = [];
      const { outbox } = created;
      const slow: OutboxService = {
        ...outbox,
        async act(action) {
          await passed;
          await outbox.act(action);
          acted.push(action.type);
        },
      };
      return { ...created, acted, release: open, slow };
    }

    it('stores the results of others, and sends the event of it as soon as it is done', async () => {
      const { subscribe, emit, worker, sent, ids, acted, release, slow } = world();
      await subscribe('acme', 2, ['user.deleted', 'webhook.disabled']);
      const { start, measured } = worker('w1', { outbox: slow });
      start();
      await emit(['a']);
      await turns();
      sent[0]?.answer(GONE);
      sent[1]?.answer();
      await turns();
      expect([measured.length, acted]).toEqual([2, []]);
      release();
      await turns();
      expect(acted).toEqual(['disable_gone']);
      expect(sent).toHaveLength(3);
      expect(ids()[2]).not.toBe('a');
    });

    it.each(['stop', 'runOnce'] as const)('%s waits for it', async (method) => {
      const { subscribe, emit, worker, sent, acted, release, slow } = world();
      await subscribe();
      const { start, stop, runOnce } = worker('w1', { outbox: slow });
      await emit(['gone']);
      if (method === 'stop') start();
      const running = method === 'runOnce' ? runOnce() : null;
      await turns();
      sent[0]?.answer(GONE);
      await turns();
      let isOver = false;
      const over = (running ?? stop()).then(() => (isOver = true));
      await turns();
      expect([isOver, acted]).toEqual([false, []]);
      release();
      await over;
      expect(acted).toEqual(['disable_gone']);
    });
  });

  it('records an attempt that cannot be signed as failed, and sends nothing', async () => {
    const { subscribe, emit, worker, sent, outbox } = createWorkerWorld();
    await subscribe();
    const open: OutboxService['open'] = async (...asked) =>
      (await outbox.open(...asked)).map((each) =>
        each?.type === 'due'
          ? {
              ...each,
              request: null,
              sent: null,
              unsent: { type: 'failed', reason: 'signing_failed' },
            }
          : each,
      );
    const { runOnce, measured } = worker('w1', { outbox: { ...outbox, open } });
    await emit(['a']);
    await runOnce();
    expect(sent).toEqual([]);
    expect(measured.map(({ failure }) => failure)).toEqual(['signing_failed']);
  });

  it('sends although the clock is set back into a pause of the subscriber while it reads what to send', async () => {
    const { subscribe, emit, worker, clock, outbox, ids } = createWorkerWorld();
    await subscribe();
    await emit(['a']);
    const byHand = createTestWorker(outbox, clock);
    const [attempt] = await byHand.due();
    const ended = { outcome: ACCEPTED, finishedAt: clock.now() };
    const until = addMs(clock.now(), 60_000);
    const pause = { until, reason: 'failing', busyPauses: 0 } as const;
    const paused = { ...attempt!, ...ended, pause };
    const fence = await byHand.hold();
    await outbox.finish(fence, [{ ...paused, type: 'made' }]);
    const stopped = { leaseMs: 0, takes: 'none', release: 'all', oldestDueAt: null } as const;
    await outbox.queue.hold({ worker: fence.worker, ...stopped });
    await emit(['b']);
    clock.advance(60_000);
    const open: OutboxService['open'] = (...asked) => {
      clock.advance(-30_000);
      return outbox.open(...asked);
    };
    worker('w1', { outbox: { ...outbox, open } }).start();
    await turns();
    expect(ids()).toEqual(['b']);
  });

  it('opens fewer attempts at once where it cannot read as many, and sends them all', async () => {
    const { subscribe, emit, worker, clock, outbox, ids, answerAll } = createWorkerWorld();
    answerAll(ACCEPTED);
    await subscribe();
    const all = Array.from({ length: 40 }, (_, index) => String(index));
    await emit(all);
    const open: OutboxService['open'] = async (deliveries, now) => {
      if (deliveries.length > 3) throw new Error('too much');
      return outbox.open(deliveries, now);
    };
    worker('w1', { outbox: { ...outbox, open }, perSubscriber: 40 }).start();
    await turns();
    await seconds(clock, 20);
    expect(ids().toSorted()).toEqual(all.toSorted());
  });

  it('measures each attempt: its result, its time, and how long it was due before', async () => {
    const { subscribe, emit, worker, clock, sent } = createWorkerWorld();
    await subscribe();
    const { runOnce, measured } = worker();
    await emit(['a']);
    clock.advance(40);
    const delivered = runOnce();
    await turns();
    clock.advance(250);
    sent[0]?.answer();
    await delivered;
    expect(measured).toEqual([
      {
        ...{ result: 'delivered', statusCode: 204, failure: null },
        ...{ durationMs: 250, lagMs: 40, handler: null },
      },
    ]);
  });

  it('purges every hour, unless the host does that', async () => {
    const { worker, clock } = createWorkerWorld();
    const ours = worker('w1', { purgeMs: 3_600_000 });
    const theirs = worker('w2');
    const purges = ({ calls }: WorldWorker): number =>
      calls.filter((call) => call === 'purge').length;
    for (const one of [ours, theirs]) {
      one.start();
      for (const ms of [0, 3_599_000, 1_000]) {
        clock.advance(ms);
        await turns();
      }
      await one.stop();
    }
    expect([purges(ours), purges(theirs)]).toEqual([2, 0]);
  });

  it('called by a scheduler, delivers what is due, also what becomes due meanwhile, and resolves', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { runOnce } = worker('w1', { concurrency: 1 });
    await emit(['a', 'b']);
    const delivered = runOnce();
    for (const number of [0, 1, 2]) {
      await turns();
      if (number === 1) await emit(['c']);
      sent[number]?.answer();
    }
    await delivered;
    expect(ids().toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('pauses a subscriber that is busy, and then tries one delivery at a time', async () => {
    const { subscribe, emit, worker, clock, sent, answerAll } = createWorkerWorld();
    await subscribe();
    answerAll({ type: 'answered', status: 503, retryAfter: null, body: '' });
    const { start, logger } = worker('w1', { perSubscriber: 2 });
    start();
    await emit(['a', 'b', 'c', 'd']);
    await turns(300);
    expect(sent).toHaveLength(2);
    await seconds(clock, 29);
    expect(sent).toHaveLength(2);
    await seconds(clock, 1);
    await turns(300);
    expect(sent).toHaveLength(3);
    await seconds(clock, 59);
    expect(sent).toHaveLength(3);
    answerAll(ACCEPTED);
    await seconds(clock, 1);
    await turns(300);
    expect(sent.length).toBeGreaterThan(4);
    const paused = logger.lines().map(([level, , text]) => [level, text]);
    expect(paused).toEqual([
      ['info', 'a subscriber that is busy is paused'],
      ['debug', 'a subscriber that is busy is paused'],
    ]);
  });

  it.each([
    ['pauses a subscriber that mostly fails', { circuitBreaker: true }, [10, 1]],
    ['pauses none by default', {}, [12, 12]],
  ])('%s', async (_, options, [first, second]) => {
    const { subscribe, emit, worker, clock, sent, answerAll } = createWorkerWorld();
    await subscribe();
    answerAll(TIMED_OUT);
    const { start, logger } = worker('w1', { perSubscriber: 1, ...options });
    start();
    await emit(Array.from({ length: 12 }, (__, number) => String(number)));
    await turns(300);
    expect(sent).toHaveLength(first ?? 0);
    await seconds(clock, 29);
    const before = sent.length;
    await seconds(clock, 1);
    await turns(300);
    expect(logger.lines().map(([, , text]) => text)).toEqual(
      first === 10
        ? Array.from({ length: 2 }, () => 'a subscriber that mostly fails is paused')
        : [],
    );
    expect(sent.length - before).toBe(first === 10 ? second : 0);
  });

  it.each([
    { concurrency: 0 },
    { concurrency: 1_001 },
    { perSubscriber: 1.5 },
    { perSecond: 0 },
    { pollMs: 9 },
    { pollMs: 60_001 },
    { purgeMs: 59_999 },
    { wake: 1 as unknown as boolean },
  ])('is not made with %j', (options) => {
    const { worker } = createWorkerWorld();
    expect(() => worker('w1', options)).toThrow(TypeError);
  });
});

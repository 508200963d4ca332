import type {
  DueAttempt,
  MadeAttempt,
  OutboxService,
  SubscriberAction,
  WebhookOutcome,
} from '@stepward/core/adapter';
import type { AttemptDecision } from '@stepward/core/webhooks';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { ACCEPTED, dueAttempt } from '../test/due-attempt.js';
import { createRecordingLogger } from '../test/recording-logger.js';
import { createDeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker.js';
import type { AttemptMeasurement } from './webhook-metrics.js';

/** A worker over an outbox whose due attempts the test puts there, and a sender that answers when told. */
function createWorld(options: Partial<DeliveryWorkerOptions> = {}) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const due: DueAttempt[] = [];
  const sent = new Map<string, (outcome: WebhookOutcome) => void>();
  const finished: string[] = [];
  const limits: number[] = [];
  const measured: AttemptMeasurement[] = [];
  const claims = { isFailing: false };
  const storing = { done: Promise.resolve() };
  const acting = { done: Promise.resolve() };
  const acted: string[] = [];
  let purges = 0;
  const pauses: (readonly [string, Date])[] = [];

  const outbox: OutboxService = {
    isConfigured: true,
    claim({ limit }) {
      limits.push(limit);
      if (claims.isFailing) return Promise.reject(new Error('away'));
      return Promise.resolve({ attempts: due.splice(0, limit), after: null });
    },
    async finish(_owner, made) {
      await storing.done;
      finished.push(...made.map(({ attempt }) => attempt.delivery.deliveryId));
      const decisions = made.map(({ outcome }): AttemptDecision =>
        outcome.type === 'answered'
          ? { status: 'delivered' }
          : { status: 'pending', dueAt: clock.now() },
      );
      return { decisions, actions: made.flatMap(goneAction) };
    },
    async act({ subscriberId }) {
      await acting.done;
      acted.push(subscriberId);
    },
    pause({ subscriberId }, until) {
      pauses.push([subscriberId, until]);
      return claims.isFailing ? Promise.reject(new Error('away')) : Promise.resolve();
    },
    queueLag: () => Promise.resolve(0),
    purge() {
      purges += 1;
      return Promise.resolve();
    },
  };
  const worker = createDeliveryWorker({
    outbox,
    sender: {
      send: ({ url }) => new Promise((resolve) => sent.set(url.split('/').at(-1) ?? '', resolve)),
    },
    metrics: {
      attempted: (measurement) => measured.push(measurement),
      claimed: () => undefined,
      queueLag: () => undefined,
    },
    clock,
    logger,
    ...options,
  });
  const answer = (id: string, outcome = ACCEPTED): void => sent.get(id)?.(outcome);
  const counts = { purges: () => purges };
  return {
    ...{ worker, clock, logger, due, sent, answer },
    ...{ finished, pauses, limits, measured, claims, storing, counts, acting, acted },
  };
}

/** A 410 disables its subscriber, which has the name of the delivery here. */
function goneAction({ attempt: { delivery }, outcome }: MadeAttempt): readonly SubscriberAction[] {
  if (outcome.type !== 'answered' || outcome.status !== 410) return [];
  const { tenantId, deliveryId, subscriber } = delivery;
  const subject = { tenantId, subscriberId: deliveryId, deliveryId, url: subscriber.url };
  return [{ type: 'disable_gone', ...subject }];
}

/** Lets everything run that waits for nothing but its turn. */
async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the delivery worker', () => {
  it('delivers although its metrics throw, and logs that once a minute', async () => {
    const broken = (): never => {
      throw new Error('metrics are broken');
    };
    const metrics = { attempted: broken, claimed: broken, queueLag: broken };
    const { worker, due, answer, finished, logger } = createWorld({ metrics });
    due.push(dueAttempt('a'));
    worker.start();
    await turns();
    answer('a');
    await worker.stop();
    expect(finished).toEqual(['a']);
    expect(logger.lines()).toEqual([
      ['warn', { reason: 'metrics are broken' }, 'a measurement could not be reported'],
    ]);
  });

  it('makes due attempts side by side and records each when its answer is there', async () => {
    const { worker, due, sent, answer, finished } = createWorld();
    due.push(dueAttempt('a'), dueAttempt('b'));
    worker.start();
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b']);
    answer('b');
    await turns();
    expect(finished).toEqual(['b']);
    answer('a');
    await worker.stop();
    expect(finished).toEqual(['b', 'a']);
  });

  it('has no more attempts under way than it may, and goes on as soon as one is over', async () => {
    const { worker, due, sent, answer } = createWorld({ concurrency: 2 });
    due.push(dueAttempt('a'), dueAttempt('b'), dueAttempt('c'));
    worker.start();
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b']);
    answer('a');
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b', 'c']);
    answer('b');
    answer('c');
    await worker.stop();
  });

  it('goes on while results are being stored, until as many of them wait as it makes attempts at once', async () => {
    const { worker, due, sent, answer, finished, storing } = createWorld({ concurrency: 2 });
    let stored = (): void => undefined;
    storing.done = new Promise((resolve) => (stored = resolve));
    due.push(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => dueAttempt(id)));
    worker.start();
    await turns();
    answer('a');
    answer('b');
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b', 'c', 'd']);
    answer('c');
    answer('d');
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b', 'c', 'd']);
    expect(finished).toEqual([]);
    stored();
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    answer('e');
    answer('f');
    await worker.stop();
    expect(finished.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('looks again after the poll interval, and at once when it is woken', async () => {
    const { worker, clock, due, sent, answer } = createWorld();
    worker.start();
    await turns();
    due.push(dueAttempt('a'));
    clock.advance(999);
    await turns();
    expect(sent.size).toBe(0);
    clock.advance(1);
    await turns();
    expect([...sent.keys()]).toEqual(['a']);
    due.push(dueAttempt('b'));
    worker.wake();
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b']);
    answer('a');
    answer('b');
    await worker.stop();
  });

  it('drains when it is stopped: takes nothing more, and waits for what is under way', async () => {
    const { worker, due, sent, answer, finished } = createWorld();
    due.push(dueAttempt('a'));
    worker.start();
    await turns();
    let isStopped = false;
    const stopped = worker.stop().then(() => (isStopped = true));
    due.push(dueAttempt('b'));
    await turns();
    expect(isStopped).toBe(false);
    answer('a');
    await stopped;
    expect([[...sent.keys()], finished]).toEqual([['a'], ['a']]);
  });

  it('can be started again', async () => {
    const { worker, due, answer, finished } = createWorld();
    worker.start();
    worker.start();
    await worker.stop();
    due.push(dueAttempt('a'));
    worker.start();
    await turns();
    answer('a');
    await worker.stop();
    expect(finished).toEqual(['a']);
  });

  it('goes on where it is started while it drains', async () => {
    const { worker, due, sent, answer, finished } = createWorld();
    due.push(dueAttempt('a'));
    worker.start();
    await turns();
    const stopped = worker.stop();
    worker.start();
    answer('a');
    await stopped;
    due.push(dueAttempt('b'));
    worker.wake();
    await turns();
    expect([...sent.keys()]).toEqual(['a', 'b']);
    answer('b');
    await worker.stop();
    expect(finished).toEqual(['a', 'b']);
  });

  it('loses no slot to a sender that rejects', async () => {
    const send = () => Promise.reject(new Error('no network'));
    const { worker, due, finished } = createWorld({ sender: { send }, concurrency: 1 });
    due.push(dueAttempt('a'), dueAttempt('b'));
    await worker.runOnce();
    expect(finished).toEqual(['a', 'b']);
  });

  it('goes on after a database that was away, which it logs once a minute, and when it is over', async () => {
    const { worker, clock, logger, due, sent, answer, claims } = createWorld();
    claims.isFailing = true;
    due.push(dueAttempt('a'));
    worker.start();
    for (let second = 0; second <= 60; second += 1) {
      await turns();
      clock.advance(1_000);
    }
    claims.isFailing = false;
    await turns();
    expect([...sent.keys()]).toEqual(['a']);
    const owner = expect.any(String) as string;
    const warning = ['warn', { owner, reason: 'away' }, 'due deliveries cannot be claimed'];
    const over = ['info', { owner }, 'due deliveries can be claimed again'];
    expect(logger.lines()).toEqual([warning, warning, over]);
    answer('a');
    await worker.stop();
  });

  describe('while a subscriber is being disabled', () => {
    const GONE: WebhookOutcome = { type: 'answered', status: 410, retryAfter: null, body: '' };

    it('stores the results of others, and goes on as soon as it is done', async () => {
      const { worker, due, sent, answer, finished, acting, acted } = createWorld({
        concurrency: 1,
      });
      let release = (): void => undefined;
      acting.done = new Promise((resolve) => (release = resolve));
      due.push(...['gone', 'a', 'b', 'c'].map((id) => dueAttempt(id)));
      worker.start();
      await turns();
      answer('gone', GONE);
      for (const id of ['a', 'b', 'c']) {
        await turns();
        answer(id);
      }
      await turns();
      expect([finished, acted]).toEqual([['gone', 'a', 'b', 'c'], []]);
      due.push(dueAttempt('told'));
      release();
      await turns();
      expect([[...sent.keys()].at(-1), acted]).toEqual(['told', ['gone']]);
      answer('told');
      await worker.stop();
    });

    it.each(['stop', 'runOnce'] as const)('%s waits for it', async (method) => {
      const { worker, due, answer, acting, acted } = createWorld();
      let release = (): void => undefined;
      acting.done = new Promise((resolve) => (release = resolve));
      due.push(dueAttempt('gone'));
      if (method === 'stop') worker.start();
      const running = method === 'runOnce' ? worker.runOnce() : null;
      await turns();
      answer('gone', GONE);
      await turns();
      let isOver = false;
      const over = (running ?? worker.stop()).then(() => (isOver = true));
      await turns();
      expect([isOver, acted]).toEqual([false, []]);
      release();
      await over;
      expect(acted).toEqual(['gone']);
    });
  });

  it('records an attempt without a request as failed, and sends nothing', async () => {
    const { worker, due, sent, measured } = createWorld();
    due.push(dueAttempt('a', { request: null }));
    await worker.runOnce();
    expect(sent.size).toBe(0);
    expect(measured.map(({ failure }) => failure)).toEqual(['signing_failed']);
  });

  it('measures each attempt: its result, its time, and how long it was due before', async () => {
    const { worker, clock, due, answer, measured } = createWorld();
    const { startedAt } = dueAttempt('a');
    due.push(dueAttempt('a', { startedAt: new Date(startedAt.getTime() + 40) }));
    clock.advance(40);
    const delivered = worker.runOnce();
    await turns();
    clock.advance(250);
    answer('a');
    await delivered;
    expect(measured).toEqual([
      { result: 'delivered', statusCode: 204, failure: null, durationMs: 250, lagMs: 40 },
    ]);
  });

  it('purges every hour, unless the host does that', async () => {
    const ours = createWorld();
    const theirs = createWorld({ purgeMs: null });
    for (const { worker, clock } of [ours, theirs]) {
      worker.start();
      for (const ms of [0, 3_599_000, 1_000]) {
        clock.advance(ms);
        await turns();
      }
      await worker.stop();
    }
    expect([ours.counts.purges(), theirs.counts.purges()]).toEqual([2, 0]);
  });

  it('called by a scheduler, delivers what is due, also what becomes due meanwhile, and resolves', async () => {
    const { worker, due, answer, finished } = createWorld({ concurrency: 1 });
    due.push(dueAttempt('a'), dueAttempt('b'));
    const delivered = worker.runOnce();
    for (const id of ['a', 'b', 'c']) {
      await turns();
      if (id === 'b') due.push(dueAttempt('c'));
      answer(id);
    }
    await delivered;
    expect(finished).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['pauses a subscriber that mostly fails, once', { circuitBreaker: true }, 1],
    ['pauses none by default', {}, 0],
  ])('%s', async (_, options, expected) => {
    const { worker, clock, due, sent, answer, pauses } = createWorld(options);
    const ids = Array.from({ length: 12 }, (__, number) => String(number));
    due.push(...ids.map((id) => dueAttempt(id)));
    worker.start();
    await turns();
    expect(sent.size).toBe(12);
    for (const id of ids) answer(id, { type: 'failed', reason: 'timed_out' });
    await turns();
    await worker.stop();
    const { subscriber } = dueAttempt('0').delivery;
    const until = new Date(clock.now().getTime() + 30_000);
    expect(pauses).toEqual(Array.from({ length: expected }, () => [subscriber.id, until]));
  });

  it.each([
    { concurrency: 0 },
    { concurrency: 1_001 },
    { perSubscriber: 1.5 },
    { perSecond: 0 },
    { pollMs: 9 },
    { pollMs: 60_001 },
    { purgeMs: 59_999 },
  ])('is not made with %j', (options) => {
    expect(() => createWorld(options)).toThrow(TypeError);
  });
});

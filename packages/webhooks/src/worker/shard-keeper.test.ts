import { WORKER_LEASE_MS, type HeldShards } from '@stepward/core/adapter';
import { createSchedule, createDispatchTurns } from '@stepward/core/webhooks';
import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createRecordingLogger } from '../../test/recording-logger.js';
import { createShardKeeper } from './shard-keeper.js';

it('holds no lease any more after it was frozen for longer, before any of its timers fires', async () => {
  const clock = createFixedClock();
  const frozen = { now: () => clock.now(), timeout: () => new AbortController().signal };
  const limits = { slots: 1, perSubscriber: 1, perSecond: null, circuitBreaker: false, maxRows: 1 };
  const keeper = createShardKeeper({
    ...{ worker: 'w1', takes: 'share', handlers: [], retryMs: 1_000, clock: frozen },
    ...{ schedule: createSchedule(limits), turns: createDispatchTurns() },
    queue: { hold: async () => ({ owned: [], fairShare: 64 }) },
    logger: createRecordingLogger(),
    reach: (_part, call) => call(),
    isListening: () => true,
    oldestDueAt: () => null,
    onTaken: () => undefined,
    onRenewed: () => undefined,
    onLost: () => undefined,
  });
  keeper.begin();
  await keeper.settled();
  clock.advance(WORKER_LEASE_MS - 1);
  expect(keeper.isCurrent()).toBe(true);
  clock.advance(1);
  expect(keeper.isCurrent()).toBe(false);
});

it('forgets a shard that storage refused, and counts it, but not one that it has taken again meanwhile', async () => {
  let epoch = 1;
  let lost = 0;
  const hold = async (): Promise<HeldShards> => ({ owned: [{ shard: 3, epoch }], fairShare: 64 });
  const limits = { slots: 1, perSubscriber: 1, perSecond: null, circuitBreaker: false, maxRows: 1 };
  const keeper = createShardKeeper({
    ...{ worker: 'w1', takes: 'share', handlers: [], retryMs: 1_000, queue: { hold } },
    ...{ clock: createFixedClock(), logger: createRecordingLogger() },
    ...{ schedule: createSchedule(limits), turns: createDispatchTurns() },
    reach: (_part, call) => call(),
    isListening: () => true,
    oldestDueAt: () => null,
    onTaken: () => undefined,
    onRenewed: () => undefined,
    onLost: (shards) => void (lost += shards),
  });
  const renew = (): Promise<void> => {
    keeper.begin();
    return keeper.settled();
  };
  await renew();
  const former = keeper.fence();
  epoch = 2;
  await renew();
  keeper.lose(former, [3]);
  expect(keeper.keeps(3)).toBe(true);
  keeper.lose(keeper.fence(), [3]);
  expect(keeper.keeps(3)).toBe(false);
  expect(lost).toBe(2);
});

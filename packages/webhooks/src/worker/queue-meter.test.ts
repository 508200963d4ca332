import type { QueueCounts } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createQueueMeter } from './queue-meter.js';

const COUNTS: QueueCounts = {
  ...{ events: 1, deliveries: 2, lateTenants: 0 },
  ...{ disabledSubscribers: 0, pausedSubscribers: 0 },
};

function createWorld() {
  const clock = createFixedClock();
  const reported: number[] = [];
  const queue: { lag: number | 'away' | 'frozen' } = { lag: 0 };
  const own: { dueAt: Date | null; countsQueue: boolean } = { dueAt: null, countsQueue: false };
  const counted: (QueueCounts | null)[] = [];
  const measure = createQueueMeter({
    outbox: {
      queueState: ({ counts = false } = {}) => {
        if (queue.lag === 'frozen') return new Promise(() => undefined);
        return queue.lag === 'away'
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ lagMs: queue.lag, handlers: [], counts: counts ? COUNTS : null });
      },
    },
    run: { oldestDueAt: () => own.dueAt, sinkLags: () => [], countsQueue: () => own.countsQueue },
    metrics: {
      queueLag: (lagMs) => reported.push(lagMs),
      queueCounts: (counts) => counted.push(counts),
      sinkLag: () => undefined,
    },
    clock,
  });
  return { clock, reported, counted, queue, own, measure };
}

describe('the lag of the queue', () => {
  it('grows with the time since it could be measured', async () => {
    const { clock, reported, queue, measure } = createWorld();
    queue.lag = 'away';
    clock.advance(1_000);
    await expect(measure()).rejects.toThrow('away');
    queue.lag = 500;
    await measure();
    queue.lag = 'away';
    clock.advance(15_000);
    await expect(measure()).rejects.toThrow('away');
    queue.lag = 0;
    await measure();
    expect(reported).toEqual([1_000, 500, 15_500, 0]);
  });

  it('grows as well while the database does not answer', async () => {
    const { clock, reported, queue, measure } = createWorld();
    queue.lag = 'frozen';
    const measured = expect(measure()).rejects.toThrow();
    clock.advance(5_000);
    await measured;
    expect(reported).toEqual([5_000]);
  });

  it('is that of the worker itself where that is longer, for storage learns it later', async () => {
    const { clock, reported, queue, own, measure } = createWorld();
    queue.lag = 200;
    own.dueAt = clock.now();
    clock.advance(700);
    await measure();
    expect(reported).toEqual([700]);
  });
});

it('what waits is counted by the owner of the first shard alone', async () => {
  const { own, counted, measure } = createWorld();
  await measure();
  own.countsQueue = true;
  await measure();
  expect(counted).toEqual([null, COUNTS]);
});

import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createLagMeter } from './lag-meter.js';

function createWorld() {
  const clock = createFixedClock();
  const reported: number[] = [];
  const queue: { lag: number | 'away' | 'frozen' } = { lag: 0 };
  const own: { dueAt: Date | null } = { dueAt: null };
  const measure = createLagMeter({
    outbox: {
      queueLag: () => {
        if (queue.lag === 'frozen') return new Promise(() => undefined);
        return queue.lag === 'away'
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ lagMs: queue.lag, handlers: [] });
      },
    },
    run: { oldestDueAt: () => own.dueAt, sinkLags: () => [] },
    metrics: { queueLag: (lagMs) => reported.push(lagMs), sinkLag: () => undefined },
    clock,
  });
  return { clock, reported, queue, own, measure };
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

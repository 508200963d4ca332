import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createLagMeter } from './lag-meter.js';

it('a lag that cannot be measured grows with the time since it could be', async () => {
  const clock = createFixedClock();
  const reported: number[] = [];
  const metrics = { queueLag: (lagMs: number) => reported.push(lagMs) };
  let lag: number | null = null;
  const queueLag = async (): Promise<number> => {
    if (lag === null) throw new Error('away');
    return lag;
  };
  const measure = createLagMeter({ outbox: { queueLag }, metrics, clock });

  clock.advance(1_000);
  await expect(measure()).rejects.toThrow('away');
  lag = 500;
  await measure();
  lag = null;
  clock.advance(15_000);
  await expect(measure()).rejects.toThrow('away');
  lag = 0;
  await measure();

  expect(reported).toEqual([1_000, 500, 15_500, 0]);
});

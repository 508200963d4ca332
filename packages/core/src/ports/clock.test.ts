import { expect, it } from 'vitest';
import { systemClock } from './clock.js';

it("the machine's clock tells the machine's time, and its deadlines are not reached at once", () => {
  const before = Date.now();
  const told = systemClock.now().getTime();
  expect(told).toBeGreaterThanOrEqual(before);
  expect(told).toBeLessThanOrEqual(Date.now());
  expect(systemClock.timeout(60_000).aborted).toBe(false);
});

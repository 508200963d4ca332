import { expect, it } from 'vitest';
import { systemClock } from './platform.js';

it("the machine's clock returns the machine's time, and its timeouts do not fire at once", () => {
  const before = Date.now();
  const told = systemClock.now().getTime();
  expect(told).toBeGreaterThanOrEqual(before);
  expect(told).toBeLessThanOrEqual(Date.now());
  expect(systemClock.timeout(60_000).aborted).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, retryDelay } from './retry-schedule.js';

/** DECISIONS, "Schedule", in milliseconds. */
const SCHEDULE = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
];

describe('the schedule', () => {
  // spec: delivery/left-open
  it.each(SCHEDULE.map((delay, index) => [index + 1, delay]))(
    'waits after attempt %d for %d ms, and up to a tenth more',
    (attempt, delay) => {
      expect(retryDelay(attempt, 0)).toBe(delay);
      expect(retryDelay(attempt, 0.5)).toBe(delay * 1.05);
      const longest = retryDelay(attempt, 1 - Number.EPSILON) ?? 0;
      expect(longest).toBeGreaterThan(delay * 1.09);
      expect(longest).toBeLessThanOrEqual(delay * 1.1);
    },
  );

  // spec: delivery/retries, limits/delivery-attempts
  it('backs off exponentially: a wait is at least twice the one before, until it is half a day', () => {
    const waits = SCHEDULE.map((_, index) => retryDelay(index + 1, 0) ?? 0);
    for (const [index, wait] of waits.entries()) {
      const before = waits[index - 1] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(before < 36_000_000 ? before * 2 : before);
    }
    expect(waits.at(-1)).toBe(86_400_000);
  });

  // spec: delivery/retries, limits/delivery-attempts
  it('ends with the 10th attempt', () => {
    expect(MAX_ATTEMPTS).toBe(10);
    for (const attempt of [10, 11, 100]) expect(retryDelay(attempt, 0.5)).toBeNull();
  });

  it('gives whole milliseconds that grow with the jitter', () => {
    const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), jitter, jitter, (attempt, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const [shorter, longer] = [
          retryDelay(attempt, less) ?? -1,
          retryDelay(attempt, more) ?? -1,
        ];
        expect(Number.isInteger(shorter)).toBe(true);
        expect(shorter).toBeLessThanOrEqual(longer);
      }),
    );
  });
});

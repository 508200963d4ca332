import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY_DELAYS_MS, isRetrySchedule, retryDelay } from './retry-schedule.js';

/** 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h in milliseconds. */
const SCHEDULE = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
];
const delaysMs = DEFAULT_RETRY_DELAYS_MS;
const jitterings = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the default schedule', () => {
  // spec: delivery/left-open
  it.each(SCHEDULE.map((delay, index) => [index + 1, delay]))(
    'waits after attempt %d for %d ms, and up to a tenth more',
    (attempt, delay) => {
      expect(retryDelay(attempt, { delaysMs, jitter: 0 })).toBe(delay);
      expect(retryDelay(attempt, { delaysMs, jitter: 0.5 })).toBe(delay * 1.05);
      const longest = retryDelay(attempt, { delaysMs, jitter: 1 - Number.EPSILON }) ?? 0;
      expect(longest).toBeGreaterThan(delay * 1.09);
      expect(longest).toBeLessThanOrEqual(delay * 1.1);
    },
  );

  // spec: delivery/retries, limits/delivery-attempts
  it('backs off exponentially: a wait is at least twice the one before, until it is half a day', () => {
    const waits = SCHEDULE.map((_, index) => retryDelay(index + 1, { delaysMs, jitter: 0 }) ?? 0);
    for (const [index, wait] of waits.entries()) {
      const before = waits[index - 1] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(before < 36_000_000 ? before * 2 : before);
    }
    expect(waits.at(-1)).toBe(86_400_000);
  });

  // spec: delivery/retries, limits/delivery-attempts
  it('ends with the 10th attempt', () => {
    for (const attempt of [10, 11, 100]) {
      expect(retryDelay(attempt, { delaysMs, jitter: 0.5 })).toBeNull();
    }
  });
});

describe('a schedule of the host', () => {
  it('has one attempt more than delays, and no second attempt without a delay', () => {
    const schedule = { delaysMs: [1_000, 60_000], jitter: 0 };
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, schedule))).toEqual([
      1_000,
      60_000,
      null,
    ]);
    expect(retryDelay(1, { delaysMs: [], jitter: 0 })).toBeNull();
  });

  it('gives whole milliseconds that grow with the jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), jitterings, jitterings, (attempt, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const [shorter, longer] = [less, more].map(
          (jitter) => retryDelay(attempt, { delaysMs, jitter }) ?? -1,
        );
        expect(Number.isInteger(shorter)).toBe(true);
        expect(shorter).toBeLessThanOrEqual(longer!);
      }),
    );
  });

  it.each([[[]], [[1_000]], [[604_800_000]], [DEFAULT_RETRY_DELAYS_MS], [Array(29).fill(1_000)]])(
    'may be %j',
    (delays) => expect(isRetrySchedule(delays)).toBe(true),
  );

  it.each([
    [null],
    [5],
    ['1000'],
    [{ 0: 1_000 }],
    [[999]],
    [[604_800_001]],
    [[1_000.5]],
    [[Number.NaN]],
    [['1000']],
    [[1_000, undefined]],
    [Array(30).fill(1_000)],
  ])('may not be %j', (delays) => expect(isRetrySchedule(delays)).toBe(false));
});

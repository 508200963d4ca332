import { describe, expect, it } from 'vitest';
import { addMs, days, earlier, hours, minutes, msBetween, seconds } from './duration.js';

describe('durations', () => {
  it.each([
    ['a second', seconds(1), 1_000],
    ['a minute', minutes(1), 60_000],
    ['an hour', hours(1), 3_600_000],
    ['a day', days(1), 86_400_000],
  ])('%s is counted in milliseconds', (_, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it('add to a moment without changing it', () => {
    const moment = new Date('2026-01-01T00:00:00.000Z');
    expect(addMs(moment, -1).toISOString()).toBe('2025-12-31T23:59:59.999Z');
    expect(moment.toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  it('are negative where the end lies before the start', () => {
    const moment = new Date('2026-01-01T00:00:00.000Z');
    expect(msBetween(moment, addMs(moment, -5))).toBe(-5);
  });
});

describe('the earlier of two moments', () => {
  const [first, second] = [new Date(1), new Date(2)];
  it.each([
    ['the first, where it is', first, second, first],
    ['the second, where it is', second, first, first],
    ['the only one, where the other is missing', null, second, second],
  ])('is %s', (_, moment, other, expected) => {
    expect(earlier(moment, other)).toEqual(expected);
  });
});

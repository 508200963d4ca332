import { describe, expect, it } from 'vitest';
import { limitHeaders, tightestOf, type CountedLimit } from './limit-headers.js';

const count = (limit: number, remaining: number, resetMs: number): CountedLimit => ({
  limit,
  remaining,
  resetMs,
  exceeded: false,
});

describe('the headers', () => {
  it('describe the one limit that was counted', () => {
    expect(limitHeaders([count(120, 119, 60_000)])).toEqual({
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-ratelimit-reset': '60',
    });
  });

  it('are absent if nothing was counted', () => {
    expect(limitHeaders([])).toEqual({});
  });

  it.each([
    [0, '0'],
    [1, '1'],
    [1_000, '1'],
    [1_001, '2'],
  ])('say of %d ms to the reset %s s', (resetMs, seconds) => {
    expect(limitHeaders([count(1, 0, resetMs)])).toMatchObject({ 'x-ratelimit-reset': seconds });
  });
});

describe('the tightest limit', () => {
  const few = count(120, 3, 10_000);
  const many = count(60, 4, 50_000);
  const fewAndLater = count(60, 3, 20_000);

  it.each([
    ['has the fewest requests left', [many, few], few],
    ['has them whichever was counted first', [few, many], few],
    ['is the one that takes longer, of two with as many left', [few, fewAndLater], fewAndLater],
  ])('%s', (_, counts, expected) => {
    expect(tightestOf(counts)).toBe(expected);
  });
});

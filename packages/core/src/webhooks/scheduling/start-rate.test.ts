import { describe, expect, it } from 'vitest';
import { nextStartTime, startsUntil, withoutStart, withStart } from './start-rate.js';

describe('attempts by second', () => {
  it('may all start at once, and the next a second after the first', () => {
    const starts = withStart(withStart(withStart([], 0), 0), 400);
    expect(nextStartTime(starts, 4)).toBe(-Infinity);
    expect(nextStartTime(starts, 3)).toBe(1_000);
    expect(nextStartTime(withStart(starts, 1_000), 3)).toBe(-Infinity);
    expect(nextStartTime(withStart(starts, 1_000), 2)).toBe(1_400);
  });

  it('have no limit where none is set', () => {
    expect(nextStartTime([0, 0, 0], null)).toBe(-Infinity);
  });

  it('count no start that is taken back', () => {
    expect(withoutStart([0, 400, 400], 400)).toEqual([0, 400]);
    expect(withoutStart([0, 400], 300)).toEqual([0, 400]);
  });

  it('are forgotten after a second', () => {
    expect(withStart([0, 1, 500], 1_000)).toEqual([1, 500, 1_000]);
    expect(withStart([0, 1, 500], 2_000)).toEqual([2_000]);
  });

  it('count for a second at most when the clock is set back', () => {
    expect(startsUntil([3_600_000, 3_600_500], 100)).toEqual([100, 100]);
    expect(startsUntil([50, 3_600_500], 100)).toEqual([50, 100]);
    expect(startsUntil([50, 60], 100)).toEqual([50, 60]);
  });
});

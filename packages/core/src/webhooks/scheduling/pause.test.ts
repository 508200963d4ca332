import { describe, expect, it } from 'vitest';
import { addMs } from '../../shared/duration.js';
import { busyPause } from './pause.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');

describe('the pause of a busy subscriber', () => {
  it.each([
    [0, 30_000],
    [1, 60_000],
    [2, 120_000],
    [4, 480_000],
    [5, 600_000],
    [5_000, 600_000],
  ])('after %d others lasts %d ms', (before, ms) => {
    expect(busyPause(before, { retryAfterMs: 0 }, NOW)).toEqual({
      until: addMs(NOW, ms),
      reason: 'busy',
      busyPauses: before + 1,
    });
  });

  it.each([1_000, 86_400_000])('lasts the %d ms that it asks for, whatever came before', (ms) => {
    for (const before of [0, 9]) {
      expect(busyPause(before, { retryAfterMs: ms }, NOW).until).toEqual(addMs(NOW, ms));
    }
  });
});

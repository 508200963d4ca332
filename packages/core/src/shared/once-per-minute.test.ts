import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { oncePerMinute } from './once-per-minute.js';

it('lets the first line through, and then one a minute, counted from the last that it let through', () => {
  const clock = createFixedClock();
  const isDue = oncePerMinute(clock);
  const answers = [0, 0, 59_999, 1, 59_999, 60_000].map((ms) => {
    clock.advance(ms);
    return isDue();
  });
  expect(answers).toEqual([true, false, false, true, false, true]);
});

it('is not quiet for as long as the clock was ahead', () => {
  const clock = createFixedClock();
  const isDue = oncePerMinute(clock);
  const answers = [3_600_000, -3_600_000, 1_000, 59_000].map((ms) => {
    clock.advance(ms);
    return isDue();
  });
  expect(answers).toEqual([true, true, false, true]);
});

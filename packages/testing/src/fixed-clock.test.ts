import { describe, expect, it } from 'vitest';
import { createFixedClock } from './fixed-clock.js';

describe('the fixed clock', () => {
  it('starts at the beginning of 2026, or at a given time', () => {
    expect(createFixedClock().now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(createFixedClock(new Date(5)).now().getTime()).toBe(5);
  });

  it('moves only when it is moved', () => {
    const clock = createFixedClock(new Date(0));
    const before = clock.now();
    clock.advance(1_500);
    clock.advance(500);
    expect([before.getTime(), clock.now().getTime()]).toEqual([0, 2_000]);
  });

  it('aborts the deadlines it reaches, each once, and no others', () => {
    const clock = createFixedClock();
    const [soon, later] = [clock.timeout(10), clock.timeout(11)];
    let aborts = 0;
    soon.addEventListener('abort', () => (aborts += 1));

    clock.advance(9);
    expect([soon.aborted, later.aborted]).toEqual([false, false]);
    clock.advance(1);
    expect([soon.aborted, later.aborted]).toEqual([true, false]);
    clock.advance(1);
    expect([later.aborted, aborts]).toEqual([true, 1]);
  });
});

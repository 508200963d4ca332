import { describe, expect, it } from 'vitest';
import { PAUSE_MS, recordOutcome, type BreakerState } from './circuit-breaker.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);

/** Records outcomes a second apart; gives the state, and the seconds after which the breaker opened. */
function record(outcomes: string, state: BreakerState | null = null, from = 0) {
  const opened: number[] = [];
  let current = state;
  for (const [index, outcome] of outcomes.split('').entries()) {
    const now = at(from + index * 1_000);
    const recorded = recordOutcome(current, outcome === 'x', now);
    current = recorded.state;
    if (recorded.pauseUntil === null) continue;
    expect(recorded.pauseUntil).toEqual(new Date(now.getTime() + PAUSE_MS));
    opened.push(index);
  }
  return { state: current, opened };
}

describe('the circuit breaker of a subscriber', () => {
  it.each([
    ['ten failures', 'xxxxxxxxxx', [9]],
    ['nine failures', 'xxxxxxxxx', []],
    ['seven failures of ten', 'xxx.x.x.xx', [9]],
    ['six failures of ten', 'x.x.x.x.xx', []],
    ['successes before the first failure, which do not count', '.....xxxxxxxxxx', [14]],
    ['failures during the pause, which open nothing', 'xxxxxxxxxxxxx', [9]],
  ])('opens by %s', (_, outcomes, expected) => {
    expect(record(outcomes).opened).toEqual(expected);
  });

  it('counts five minutes', () => {
    const { state } = record('xxxxxxxxx');
    expect(record('x', state, 299_999).opened).toEqual([0]);
    expect(record('x', state, 300_000).opened).toEqual([]);
  });

  it('counts nothing of a clock that was set back by more than a pause', () => {
    const { state } = record('xxxxxxxxx');
    expect(record('x', state, -PAUSE_MS).opened).toEqual([0]);
    expect(record('x', state, -PAUSE_MS - 1).opened).toEqual([]);
  });

  it('opens again with the first failure after the pause, and closes with the first success', () => {
    const { state } = record('xxxxxxxxxx');
    const afterPause = 9_000 + PAUSE_MS;
    expect(record('x', state, afterPause - 1).opened).toEqual([]);
    expect(record('x', state, afterPause).opened).toEqual([0]);
    const closed = record('.', state, afterPause);
    expect(closed.state).toBeNull();
    expect(record('x', closed.state, afterPause).opened).toEqual([]);
  });
});

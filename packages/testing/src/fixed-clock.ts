import type { Clock } from '@stepward/core';
import { addMs, msBetween } from '@stepward/core/adapter';

/** A clock that stands still until it is advanced, so no test waits. */
export interface FixedClock extends Clock {
  /** Advances time by `ms` milliseconds and aborts the deadlines that have passed by then. */
  advance(ms: number): void;
}

/** Creates a clock that starts at 2026-01-01T00:00:00.000Z, or at `start`. */
export function createFixedClock(start = new Date('2026-01-01T00:00:00.000Z')): FixedClock {
  let now = start;
  let waiting: { readonly at: Date; readonly controller: AbortController }[] = [];

  return {
    now: () => now,
    timeout(ms) {
      const controller = new AbortController();
      waiting.push({ at: addMs(now, ms), controller });
      return controller.signal;
    },
    advance(ms) {
      now = addMs(now, ms);
      const due = waiting.filter(({ at }) => msBetween(at, now) >= 0);
      waiting = waiting.filter(({ at }) => msBetween(at, now) < 0);
      for (const { controller } of due) controller.abort();
    },
  };
}

import type { Clock } from '@stepward/core';

/** The machine's clock, ahead by a given time: for processes that run on their own. */
export interface MovingClock extends Clock {
  advance(ms: number): void;
}

export function createMovingClock(): MovingClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    timeout: (ms) => AbortSignal.timeout(ms),
    advance(ms) {
      aheadMs += ms;
    },
  };
}

import type { Clock } from '@stepward/core';

/** The machine's clock, ahead by as much as it was told: for what has to run by itself. */
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

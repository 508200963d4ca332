import type { Clock } from '@stepward/core';

/** The machine's clock, ahead by a given time. */
export interface DemoClock extends Clock {
  /** Moves time forward by `ms` milliseconds for everything that follows it. */
  advance(ms: number): void;
}

export function createDemoClock(): DemoClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    timeout: (ms) => AbortSignal.timeout(ms),
    advance(ms) {
      aheadMs += ms;
    },
  };
}

import { systemClock, type Clock } from '@stepward/core';

/** The time of another clock, and the waiting of the machine's: for workers that renew their leases while a test's time stands. */
export function waitingClock({ now }: Pick<Clock, 'now'>): Clock {
  return { now, timeout: (ms) => systemClock.timeout(ms) };
}

import { hours, minutes, seconds } from '../shared/duration.js';

/**
 * Milliseconds from the end of a failed attempt to the next (DECISIONS, "Schedule"; the table of
 * Standard Webhooks 1.0). The first attempt is made at once, so there are 10, over about 75.6 hours.
 */
const DELAYS_MS: readonly number[] = [
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
];

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** A delay grows by up to this part of itself, so that what failed together is not retried together. */
const MAX_JITTER = 0.1;

/**
 * How long to wait after an attempt failed; null after the last.
 *
 * @param attempt the number of the failed attempt, from 1
 * @param jitter a random number, 0 ≤ jitter < 1
 */
export function retryDelay(attempt: number, jitter: number): number | null {
  const delay = DELAYS_MS[attempt - 1];
  return delay === undefined ? null : Math.round(delay * (1 + MAX_JITTER * jitter));
}

import { days, hours, minutes, seconds } from '../../shared/duration.js';

/**
 * Milliseconds from the end of each failed attempt to the next one: the table of Standard Webhooks 1.0.
 * The first attempt is made at once, so there are 10, over about 75.6 hours.
 */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [
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

/** Attempts of one delivery at most, whatever the host configures. */
const MAX_ATTEMPTS = 30;

const MIN_DELAY_MS = seconds(1);
const MAX_DELAY_MS = days(7);

/** What {@link isRetrySchedule} takes, for the error text of the option. */
export const RETRY_SCHEDULE_BOUNDS =
  'a list of at most 29 whole numbers of milliseconds, each from 1,000 to 604,800,000 (7 days)';

/** Whether a value is a list of delays that a host may configure. */
export function isRetrySchedule(value: unknown): boolean {
  return Array.isArray(value) && value.length < MAX_ATTEMPTS && value.every(isDelay);
}

function isDelay(value: unknown): boolean {
  return (
    Number.isInteger(value) &&
    (value as number) >= MIN_DELAY_MS &&
    (value as number) <= MAX_DELAY_MS
  );
}

/** The maximum jitter, as a fraction of the delay: deliveries that failed together are not retried together. */
const MAX_JITTER = 0.1;

/** When failed attempts are retried. */
export interface RetrySchedule {
  /** Milliseconds from the end of each failed attempt to the next; there is no attempt after the last. */
  readonly delaysMs: readonly number[];
  /** 0 ≤ jitter < 1, another for each attempt: adds up to 10 % to the delay. */
  readonly jitter: number;
}

/**
 * Returns the milliseconds to wait after an attempt failed; null after the last.
 *
 * @param attempt the number of the failed attempt, from 1
 */
export function retryDelay(attempt: number, { delaysMs, jitter }: RetrySchedule): number | null {
  const delay = delaysMs[attempt - 1];
  return delay === undefined ? null : Math.round(delay * (1 + MAX_JITTER * jitter));
}

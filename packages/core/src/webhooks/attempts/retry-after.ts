import { hours, msBetween, seconds } from '../../shared/duration.js';

const DELAY_SECONDS = /^[0-9]{1,10}$/;

/** The preferred form of a date in HTTP (RFC 9110 section 5.6.7). */
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The maximum delay that a response can request. */
const MAX_DELAY_MS = hours(24);

/**
 * The milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3), at most 24 hours; 0 if it cannot
 * be parsed, or names a time in the past.
 */
export function retryAfterMs(header: string | null, now: Date): number {
  const text = header?.trim() ?? '';
  const asked = DELAY_SECONDS.test(text)
    ? seconds(Number(text))
    : HTTP_DATE.test(text)
      ? msBetween(now, new Date(text))
      : 0;
  return Math.min(Math.max(asked || 0, 0), MAX_DELAY_MS);
}

import { days, msBetween } from '../shared/duration.js';

/** How long a subscriber may fail without a single success (DECISIONS, "A subscriber that only fails for 5 days"). */
export const MAX_FAILING_MS = days(5);

/** Whether a subscriber that has failed since then, and has just failed again, is to be disabled. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return msBetween(failingSince, now) >= MAX_FAILING_MS;
}

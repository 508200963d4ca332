import { msBetween } from '../shared/duration.js';

/** Milliseconds, almost 25 days: what fits an integer of 32 bits, which a database may keep it in. */
const MAX_DURATION_MS = 2_147_483_647;

/** How long an attempt took, in whole milliseconds within bounds, wherever the clock was set meanwhile. */
export function attemptDuration(startedAt: Date, finishedAt: Date): number {
  return Math.min(Math.max(msBetween(startedAt, finishedAt), 0), MAX_DURATION_MS);
}

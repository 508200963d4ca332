import { addMs, minutes } from './duration.js';

/**
 * Keeps a warning that repeats from flooding a log: returns a function that answers true at its first call, and then
 * at most once a minute. A clock that was ahead and is set back begins a new minute.
 */
export function oncePerMinute(clock: { now(): Date }): () => boolean {
  let warnedAt: Date | null = null;
  return () => {
    const now = clock.now();
    const isQuiet = warnedAt !== null && now >= warnedAt && now < addMs(warnedAt, minutes(1));
    if (!isQuiet) warnedAt = now;
    return !isQuiet;
  };
}

import { addMs, minutes } from './duration.js';

/**
 * Keeps a warning that repeats from flooding a log: returns a function that answers true at its first call, and then
 * at most once a minute.
 */
export function oncePerMinute(clock: { now(): Date }): () => boolean {
  let quietUntil: Date | null = null;
  return () => {
    const now = clock.now();
    if (quietUntil !== null && now < quietUntil) return false;
    quietUntil = addMs(now, minutes(1));
    return true;
  };
}

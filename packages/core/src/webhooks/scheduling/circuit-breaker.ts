import { addMs, msBetween } from '../../shared/duration.js';

/** Milliseconds over which the attempts to a subscriber are counted. */
const WINDOW_MS = 300_000;

/** Fewer attempts than this open nothing. */
const MIN_ATTEMPTS = 10;

/** The fraction of failed attempts that opens the breaker. */
const FAILED_FRACTION = 0.7;

/** Milliseconds for which an open breaker pauses a subscriber. */
export const PAUSE_MS = 30_000;

/** The attempts to one subscriber since its first failure in a window. */
export interface BreakerState {
  readonly since: Date;
  readonly made: number;
  readonly failed: number;
  /** When the last pause ends; null before the first. */
  readonly pausedUntil: Date | null;
}

/**
 * Counts an attempt. `pauseUntil` is not null where it opens the breaker: at least 10 attempts were made within 5
 * minutes, 70 % of them failed, and no pause is in progress. A success after a pause closes the breaker: the count
 * begins again.
 *
 * @param state null for a subscriber without failures lately
 */
export function recordOutcome(
  state: BreakerState | null,
  hasFailed: boolean,
  now: Date,
): { readonly state: BreakerState | null; readonly pauseUntil: Date | null } {
  const current = state !== null && isCurrent(state, now) ? state : null;
  const closes = !hasFailed && current !== null && current.pausedUntil !== null;
  if (closes || (!hasFailed && current === null)) return { state: null, pauseUntil: null };
  const counted = {
    since: current?.since ?? now,
    made: (current?.made ?? 0) + 1,
    failed: (current?.failed ?? 0) + (hasFailed ? 1 : 0),
    pausedUntil: current?.pausedUntil ?? null,
  };
  const isPaused = counted.pausedUntil !== null && counted.pausedUntil > now;
  const isBad = counted.made >= MIN_ATTEMPTS && counted.failed >= FAILED_FRACTION * counted.made;
  if (!hasFailed || isPaused || !isBad) return { state: counted, pauseUntil: null };
  const pauseUntil = addMs(now, PAUSE_MS);
  return { state: { ...counted, pausedUntil: pauseUntil }, pauseUntil };
}

/**
 * Whether the count continues. After a pause the window continues: the first failure after it opens the breaker again.
 * A window that lies further ahead than a pause is from before the clock was set back, and no longer counts.
 */
export function isCurrent({ since, pausedUntil }: BreakerState, now: Date): boolean {
  const age = msBetween(pausedUntil ?? since, now);
  return age >= -PAUSE_MS && age < WINDOW_MS;
}

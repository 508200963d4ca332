import { addMs, minutes, seconds } from '../../shared/duration.js';

/** `busy`: the subscriber answered 429, 502, 503 or 504. `failing`: most of the latest attempts failed. */
export const PAUSE_REASONS = ['busy', 'failing'] as const;

export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Nothing is sent to a subscriber for a while. */
export interface Pause {
  readonly until: Date;
  readonly reason: PauseReason;
  /** Pauses in a row by answers of a busy subscriber, with no success between; the next of them lasts longer. */
  readonly busyPauses: number;
}

/** An answer which says that the subscriber takes nothing for now. */
export interface BusyAnswer {
  /** What it asks for by `Retry-After`; 0 for nothing. */
  readonly retryAfterMs: number;
}

const FIRST_MS = seconds(30);
const MAX_MS = minutes(10);

/**
 * The pause after an answer of a busy subscriber: as long as it asks for, or else 30 seconds, and twice as long each time until
 * an attempt succeeds, at most 10 minutes.
 *
 * @param busyPauses such pauses in a row before this one
 */
export function busyPause(busyPauses: number, { retryAfterMs }: BusyAnswer, now: Date): Pause {
  const ms = retryAfterMs > 0 ? retryAfterMs : Math.min(FIRST_MS * 2 ** busyPauses, MAX_MS);
  return { until: addMs(now, ms), reason: 'busy', busyPauses: busyPauses + 1 };
}

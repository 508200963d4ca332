import { isCurrent, PAUSE_MS, recordOutcome } from './circuit-breaker.js';
import type { Standing } from './schedule.js';
import type { SubscriberBacklog } from './subscriber-backlog.js';

/**
 * Notes what storage says of the subscriber, beside a pause of its own circuit breaker that may not be stored yet. Of
 * a longer pause than a breaker makes storage is asked again, in case the clock was set back.
 */
export function learnStanding(
  subscriber: SubscriberBacklog,
  { pausedUntil, isOnTrial }: Standing,
  now: Date,
): void {
  const { breaker } = subscriber;
  const ownPause = breaker !== null && isCurrent(breaker, now) ? breaker.pausedUntil : null;
  const until = Math.max(timeOf(pausedUntil), timeOf(ownPause));
  subscriber.pausedUntil = Math.min(until, now.getTime() + PAUSE_MS);
  subscriber.isOnTrial = isOnTrial || ownPause !== null;
}

/** How many attempts may go on beside so many others of the subscriber. */
export function allowedBeside(
  { pausedUntil, isOnTrial }: SubscriberBacklog,
  others: number,
  now: Date,
): number {
  if (pausedUntil > now.getTime()) return 0;
  return isOnTrial ? Math.max(0, 1 - others) : Infinity;
}

/** Counts an attempt for the circuit breaker; returns until when that pauses the subscriber, null for no new pause. */
export function countOutcome(
  subscriber: SubscriberBacklog,
  hasFailed: boolean,
  now: Date,
): Date | null {
  const { state, pauseUntil } = recordOutcome(subscriber.breaker, hasFailed, now);
  subscriber.breaker = state;
  if (pauseUntil !== null) {
    subscriber.pausedUntil = pauseUntil.getTime();
    subscriber.isOnTrial = true;
  }
  return pauseUntil;
}

function timeOf(time: Date | null): number {
  return time?.getTime() ?? -Infinity;
}

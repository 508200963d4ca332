import { addMs, days, msBetween } from '../../shared/duration.js';
import type { Subscriber } from './subscriber.js';

/** Milliseconds without a success after which a failing subscriber is disabled. */
export const MAX_FAILING_MS = days(5);

/** When `webhook.failing` is emitted, the last of them first. */
const NOTICES = [
  { elapsed: '80%', afterMs: MAX_FAILING_MS * 0.8 },
  { elapsed: '50%', afterMs: MAX_FAILING_MS * 0.5 },
] as const;

/** A subscriber that failed its last attempt. */
export interface FailingSubscriber {
  readonly tenantId: string;
  readonly subscriberId: string;
  /**
   * When the first of the failures began that no success has followed; later by as much as the worker's clock is ahead of
   * storage's.
   */
  readonly failingSince: Date;
  /** The value stored for the subscriber. */
  readonly failingNoticedAt: Date | null;
}

/** The data of `webhook.failing`. */
export interface FailingNotice {
  /** The elapsed fraction of the time after which the subscriber is disabled. */
  readonly elapsed: (typeof NOTICES)[number]['elapsed'];
  readonly failingSince: Date;
  readonly disablesAt: Date;
}

/** Whether a subscriber that has failed since then, and has just failed again, is to be disabled. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return msBetween(failingSince, now) >= MAX_FAILING_MS;
}

/**
 * The notice that is due about a subscriber that fails: at 50 % and at 80 % of the time after which it is disabled,
 * each once; the later one alone where both are due. Null if none is due, or if the subscriber is to be disabled.
 */
export function failingNotice(
  { failingSince, failingNoticedAt }: Pick<Subscriber, 'failingSince' | 'failingNoticedAt'>,
  now: Date,
): FailingNotice | null {
  if (failingSince === null || hasFailedTooLong(failingSince, now)) return null;
  const due = NOTICES.find(({ afterMs }) => addMs(failingSince, afterMs) <= now);
  if (due === undefined) return null;
  const dueAt = addMs(failingSince, due.afterMs);
  if (failingNoticedAt !== null && failingNoticedAt >= dueAt) return null;
  return { elapsed: due.elapsed, failingSince, disablesAt: addMs(failingSince, MAX_FAILING_MS) };
}

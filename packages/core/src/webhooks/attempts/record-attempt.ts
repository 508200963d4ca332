import { addMs } from '../../shared/duration.js';
import type { WebhookOutcome } from './webhook-post.js';
import type { AttemptFailure } from '../delivery.js';
import { retryAfterMs } from './retry-after.js';
import { retryDelay, type RetrySchedule } from './retry-schedule.js';

/** The result of an attempt. */
export type AttemptOutcome =
  | WebhookOutcome
  /** A handler has handled the event. */
  | { readonly type: 'handled' }
  | { readonly type: 'failed'; readonly reason: AttemptFailure; readonly why?: string };

/** The state of a delivery after an attempt. */
export type AttemptDecision =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly dueAt: Date }
  | {
      readonly status: 'exhausted';
      /** Whether the subscriber answered 410 and refuses further deliveries (RFC 9110 section 15.5.11). */
      readonly isSubscriberGone: boolean;
    };

/** Statuses with a `Retry-After` that counts (RFC 9110 section 15.6.4, RFC 6585 section 4). */
const RETRY_AFTER_STATUSES: readonly number[] = [429, 503];

/**
 * Decides what follows an attempt. Any 2xx delivers, and so does a handler that returns. Everything else is a failure,
 * redirects included: the next attempt follows the schedule, or comes later if the subscriber asks for that, until the
 * last has failed.
 *
 * @param attempt the attempt's number, from 1
 * @param now when it ended
 */
export function recordAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  now: Date,
  schedule: RetrySchedule,
): AttemptDecision {
  if (isSuccess(outcome)) return { status: 'delivered' };
  if (outcome.type === 'answered' && outcome.status === 410) {
    return { status: 'exhausted', isSubscriberGone: true };
  }
  const delay = retryDelay(attempt, schedule);
  if (delay === null) return { status: 'exhausted', isSubscriberGone: false };
  return { status: 'pending', dueAt: addMs(now, Math.max(delay, askedDelay(outcome, now))) };
}

/** Whether an attempt delivered: any 2xx, or a handler that has handled the event. */
export function isSuccess(outcome: AttemptOutcome): boolean {
  if (outcome.type === 'handled') return true;
  return outcome.type === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

function askedDelay(outcome: AttemptOutcome, now: Date): number {
  return outcome.type === 'answered' && RETRY_AFTER_STATUSES.includes(outcome.status)
    ? retryAfterMs(outcome.retryAfter, now)
    : 0;
}

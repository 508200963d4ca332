import { addMs } from '../shared/duration.js';
import type { WebhookOutcome } from './webhook-outcome.js';
import type { AttemptFailure } from './delivery.js';
import { retryAfterMs } from './retry-after.js';
import { retryDelay } from './retry-schedule.js';

/** What an attempt came to. */
export type AttemptOutcome =
  | Extract<WebhookOutcome, { readonly type: 'answered' }>
  | { readonly type: 'failed'; readonly reason: AttemptFailure };

/** What a delivery turns into after an attempt. */
export type AttemptDecision =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly dueAt: Date }
  | {
      readonly status: 'exhausted';
      /** Whether the subscriber answered 410: it wants nothing more (RFC 9110 section 15.5.11). */
      readonly isSubscriberGone: boolean;
    };

/** Statuses whose `Retry-After` counts (DECISIONS, "Schedule"). */
const RETRY_AFTER_STATUSES: readonly number[] = [429, 503];

/**
 * Decides what comes after an attempt (DECISIONS, "Success", "Schedule"). Any 2xx delivers. Everything
 * else is a failure, a redirect too: the next attempt comes by the schedule, or later where the
 * subscriber asks for that, until the 10th has failed.
 *
 * @param attempt the attempt's number, from 1
 * @param now when it ended
 * @param jitter a random number, 0 ≤ jitter < 1
 */
export function recordAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  now: Date,
  jitter: number,
): AttemptDecision {
  if (isSuccess(outcome)) return { status: 'delivered' };
  if (outcome.type === 'answered' && outcome.status === 410) {
    return { status: 'exhausted', isSubscriberGone: true };
  }
  const delay = retryDelay(attempt, jitter);
  if (delay === null) return { status: 'exhausted', isSubscriberGone: false };
  return { status: 'pending', dueAt: addMs(now, Math.max(delay, askedDelay(outcome, now))) };
}

function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.type === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

function askedDelay(outcome: AttemptOutcome, now: Date): number {
  return outcome.type === 'answered' && RETRY_AFTER_STATUSES.includes(outcome.status)
    ? retryAfterMs(outcome.retryAfter, now)
    : 0;
}

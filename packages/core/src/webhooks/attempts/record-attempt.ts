import { isExpired, type StoredEvent } from '../../records/stored-event.js';
import { addMs } from '../../shared/duration.js';
import type { WebhookOutcome } from './webhook-post.js';
import type { AttemptFailure } from '../delivery.js';
import { busyAnswer } from './busy-answer.js';
import { retryAfterMs } from './retry-after.js';
import { receiverWord } from './receiver-word.js';
import { retryDelay, type RetrySchedule } from './retry-schedule.js';

/** The result of an attempt. */
export type AttemptOutcome =
  | WebhookOutcome
  /** A handler, or a destination of the host, has taken the event. */
  | { readonly type: 'handled' }
  | { readonly type: 'failed'; readonly reason: AttemptFailure; readonly why?: string };

/** The state of a delivery after an attempt. */
export type AttemptDecision =
  | { readonly status: 'delivered' | 'exhausted' | 'expired'; readonly isSubscriberGone: boolean }
  | { readonly status: 'pending'; readonly dueAt: Date };

/**
 * Decides what follows an attempt. Any 2xx delivers, and so does a handler that returns. Everything else is a failure,
 * redirects included: the next attempt follows the schedule, or comes later if the subscriber asks for that, until the
 * last has failed, or the subscriber wants no other one.
 *
 * The subscriber is gone where it refuses further deliveries: by 410 (RFC 9110 section 15.5.11), or by the header
 * `webhook-delivery: disable`, which an answer that delivers may have too.
 *
 * An event that expires before its next attempt has none: the delivery is expired at once.
 *
 * @param attempt the attempt's number, from 1
 * @param now when it ended
 */
export function recordAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  now: Date,
  { expiresAt = null, ...schedule }: RetrySchedule & Partial<Pick<StoredEvent, 'expiresAt'>>,
): AttemptDecision {
  const word = outcome.type === 'answered' ? receiverWord(outcome.delivery ?? null) : null;
  const isSubscriberGone = word === 'disable' || isGone(outcome);
  if (isSuccess(outcome)) return { status: 'delivered', isSubscriberGone };
  const delay = retryDelay(attempt, schedule);
  const isLast = delay === null || word === 'abort' || isSubscriberGone;
  if (isLast) return { status: 'exhausted', isSubscriberGone };
  const dueAt = addMs(now, Math.max(delay, askedDelay(outcome, now)));
  if (isExpired({ expiresAt }, dueAt)) return { status: 'expired', isSubscriberGone };
  return { status: 'pending', dueAt };
}

/** Whether an attempt delivered: any 2xx, or a handler or destination that has taken the event. */
export function isSuccess(outcome: AttemptOutcome): boolean {
  if (outcome.type === 'handled') return true;
  return outcome.type === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

function isGone(outcome: AttemptOutcome): boolean {
  return outcome.type === 'answered' && outcome.status === 410;
}

/** What `Retry-After` asks for. With 409, a receiver says that it is handling this very event. */
function askedDelay(outcome: AttemptOutcome, now: Date): number {
  if (outcome.type !== 'answered') return 0;
  if (outcome.status === 409) return retryAfterMs(outcome.retryAfter, now);
  return busyAnswer(outcome, now)?.retryAfterMs ?? 0;
}

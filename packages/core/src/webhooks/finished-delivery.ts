import type { PreparedEvent } from '../events/new-event.js';
import { msBetween } from '../shared/duration.js';
import { answerExcerpt } from './answer-excerpt.js';
import type { Attempt, Delivery } from './delivery.js';
import type { DueAttempt } from './due-attempt.js';
import type { PendingDelivery, SubscriberKey } from './pending-delivery.js';
import type { AttemptDecision, AttemptOutcome } from './record-attempt.js';

/** The result of an attempt, or a delivery that ends without one. Storage writes these values without deciding anything. */
export interface FinishedDelivery extends SubscriberKey {
  readonly shard: number;
  readonly deliveryId: string;
  /** The attempts that were recorded before: a delivery with another number is not changed. */
  readonly attempts: number;
  /** The entry for the log; null where no attempt was made. Its body has at most 16,384 characters, none of them zero. */
  readonly log: Attempt | null;
  readonly next: DeliveryState;
  /** What the attempt says about its subscriber; null where no attempt was made. */
  readonly health: SubscriberHealth | null;
  /** The event that is stored together with {@link next}; null for none. */
  readonly event: PreparedEvent | null;
}

/** The new state of a delivery. */
export type DeliveryState = Pick<Delivery, 'status' | 'dueAt' | 'finishedAt'>;

export interface SubscriberHealth {
  /** When this attempt began, if it failed; null if it succeeded, which clears the failures and ends a trial. */
  readonly failingSince: Date | null;
  /** Until when a circuit breaker pauses the subscriber; null for no new pause. An earlier time does not shorten one. */
  readonly pausedUntil: Date | null;
}

/** An attempt that was made. */
export interface MadeAttempt {
  readonly type: 'made';
  readonly attempt: DueAttempt;
  readonly outcome: AttemptOutcome;
  readonly finishedAt: Date;
  /** Until when the circuit breaker pauses the subscriber, as `Schedule.answered` told; null for no new pause. */
  readonly pausedUntil: Date | null;
}

/** A delivery that ends without another attempt, to be stored. */
export interface OverDelivery {
  readonly type: 'over';
  readonly finished: FinishedDelivery;
}

/** Returns what an attempt changes. */
export function finishedAttempt(
  { attempt, outcome, finishedAt, pausedUntil }: MadeAttempt,
  decision: AttemptDecision,
  event: PreparedEvent | null,
): FinishedDelivery {
  const { delivery, number, startedAt } = attempt;
  const durationMs = attemptDuration(startedAt, finishedAt);
  return {
    ...keyOf(delivery),
    log: { number, startedAt, durationMs, ...loggedOutcome(outcome) },
    next:
      decision.status === 'pending'
        ? { status: 'pending', dueAt: decision.dueAt, finishedAt: null }
        : { status: decision.status, dueAt: null, finishedAt },
    health: { failingSince: decision.status === 'delivered' ? null : startedAt, pausedUntil },
    event,
  };
}

/** Returns what changes where a delivery ends without another attempt. */
export function finishedWithoutAttempt(
  delivery: PendingDelivery,
  status: 'skipped' | 'exhausted',
  now: Date,
  event: PreparedEvent | null,
): FinishedDelivery {
  const next = { status, dueAt: null, finishedAt: now };
  return { ...keyOf(delivery), log: null, next, health: null, event };
}

function keyOf({ tenantId, subscriberId, shard, deliveryId, attempts }: PendingDelivery) {
  return { tenantId, subscriberId, shard, deliveryId, attempts };
}

function loggedOutcome(
  outcome: AttemptOutcome,
): Pick<Attempt, 'statusCode' | 'failure' | 'responseBody'> {
  return outcome.type === 'answered'
    ? { statusCode: outcome.status, failure: null, responseBody: answerExcerpt(outcome.body) }
    : { statusCode: null, failure: outcome.reason, responseBody: '' };
}

/** Milliseconds, almost 25 days: the maximum of a 32-bit integer, which a database may store it in. */
const MAX_DURATION_MS = 2_147_483_647;

/** How long an attempt took, in whole milliseconds within bounds, wherever the clock was set meanwhile. */
function attemptDuration(startedAt: Date, finishedAt: Date): number {
  return Math.min(Math.max(msBetween(startedAt, finishedAt), 0), MAX_DURATION_MS);
}

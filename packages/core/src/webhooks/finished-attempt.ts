import type { PreparedEvent } from '../events/new-event.js';
import { msBetween } from '../shared/duration.js';
import { answerExcerpt } from './answer-excerpt.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { Attempt, Delivery } from './delivery.js';
import type { AttemptDecision, AttemptOutcome } from './record-attempt.js';

/** An attempt and all changes that it causes. Storage writes these values without deciding anything. */
export interface FinishedAttempt {
  readonly tenantId: string;
  readonly deliveryId: string;
  readonly subscriberId: string;
  /** The worker that claimed the attempt. */
  readonly owner: string;
  /** The entry for the log. Its body has at most 16,384 characters, none of them zero. */
  readonly log: Attempt;
  /** The new state of the delivery. */
  readonly next: Pick<Delivery, 'status' | 'dueAt' | 'finishedAt'>;
  /** When this attempt began, if it failed; null if it succeeded, which clears the subscriber's failures. */
  readonly failingSince: Date | null;
  /** The event that is stored together with {@link next}; null for none. */
  readonly event: PreparedEvent | null;
}

/** The result of an attempt, and the decision that followed. */
interface EndedAttempt {
  readonly owner: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: AttemptOutcome;
  readonly decision: AttemptDecision;
  readonly event: PreparedEvent | null;
}

/** Returns what an attempt of a claimed delivery changes. */
export function finishedAttempt(
  { tenantId, deliveryId, subscriber, attempt }: ClaimedDelivery,
  { owner, startedAt, finishedAt, outcome, decision, event }: EndedAttempt,
): FinishedAttempt {
  const durationMs = attemptDuration(startedAt, finishedAt);
  return {
    tenantId,
    deliveryId,
    subscriberId: subscriber.id,
    owner,
    log: { number: attempt, startedAt, durationMs, ...loggedOutcome(outcome) },
    next:
      decision.status === 'pending'
        ? { status: 'pending', dueAt: decision.dueAt, finishedAt: null }
        : { status: decision.status, dueAt: null, finishedAt },
    failingSince: decision.status === 'delivered' ? null : startedAt,
    event,
  };
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

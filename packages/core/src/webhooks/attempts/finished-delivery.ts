import type { PreparedEvent } from '../../records/stored-event.js';
import { msBetween } from '../../shared/duration.js';
import type { Attempt, AttemptFailure, Delivery } from '../delivery.js';
import type { Pause } from '../scheduling/pause.js';
import type { SubscriberKey } from '../pending-delivery.js';
import type { MadeAttempt, MadeCall, OverDelivery } from './attempt.js';
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
  /** What the attempt says about its subscriber; null where no attempt was made, for a handler, and where the host failed. */
  readonly health: SubscriberHealth | null;
  /** The event that is stored together with {@link next}; null for none. */
  readonly event: PreparedEvent | null;
}

/** The new state of a delivery. */
export type DeliveryState = Pick<Delivery, 'status' | 'dueAt' | 'finishedAt'>;

export interface SubscriberHealth {
  /** Where the attempt went. It says nothing of a subscriber that has another URL when it is stored. */
  readonly url: string;
  /**
   * When this attempt began, if it failed; null if it succeeded, which clears the failures, and ends a trial and its count of
   * pauses where no result of the batch has a pause.
   */
  readonly failingSince: Date | null;
  /** How the subscriber is paused; null for not at all. An earlier time does not shorten a pause. */
  readonly pause: Pause | null;
}

/** Returns what an attempt changes. */
export function finishedAttempt(
  made: MadeAttempt | MadeCall,
  decision: AttemptDecision,
  event: PreparedEvent | null,
): FinishedDelivery {
  const { delivery, number, startedAt, outcome, finishedAt } = made;
  const log = {
    number,
    startedAt,
    durationMs: attemptDuration(startedAt, finishedAt),
    statusCode: outcome.type === 'answered' ? outcome.status : null,
    failure: outcome.type === 'failed' ? outcome.reason : null,
    responseBody: outcome.type === 'answered' ? answerExcerpt(outcome.body) : '',
    ...((made.type === 'made' ? made.sent : null) ?? { body: null, version: null }),
  };
  const next =
    decision.status === 'pending'
      ? { status: decision.status, dueAt: decision.dueAt, finishedAt: null }
      : { status: decision.status, dueAt: null, finishedAt };
  const isAboutSubscriber = made.type === 'made' && !isHostFailure(outcome);
  const health = isAboutSubscriber ? healthAfter(made, decision) : null;
  return { ...keyOf(delivery), log, next, health, event };
}

/** Failures of the host's set-up: its keys, its definitions of events, its destinations. No subscriber is disabled for them. */
const HOST_FAILURES: readonly AttemptFailure[] = [
  'signing_failed',
  'version_unknown',
  'version_failed',
  'destination_missing',
];

function isHostFailure(outcome: AttemptOutcome): boolean {
  return outcome.type === 'failed' && HOST_FAILURES.includes(outcome.reason);
}

function healthAfter(
  { startedAt, pause, subscriber: { url } }: MadeAttempt,
  { status }: AttemptDecision,
): SubscriberHealth {
  return { url, failingSince: status === 'delivered' ? null : startedAt, pause };
}

/** Returns what changes where a delivery ends without another attempt. */
export function finishedWithoutAttempt({
  delivery,
  status,
  finishedAt,
  event,
}: OverDelivery): FinishedDelivery {
  const next = { status, dueAt: null, finishedAt };
  return { ...keyOf(delivery), log: null, next, health: null, event };
}

function keyOf({ tenantId, subscriberId, shard, deliveryId, attempts }: OverDelivery['delivery']) {
  return { tenantId, subscriberId, shard, deliveryId, attempts };
}

/** UTF-16 units of an answer's body that the log keeps; a sender reads no more than as many bytes. */
const MAX_BODY_LENGTH = 16_384;

/** A response body for the log: truncated, and without the zero character, which Postgres cannot store. */
function answerExcerpt(body: string): string {
  return body.slice(0, MAX_BODY_LENGTH).replaceAll('\0', '\uFFFD');
}

/** Milliseconds, almost 25 days: the maximum of a 32-bit integer, which a database may store it in. */
const MAX_DURATION_MS = 2_147_483_647;

/** How long an attempt took, in whole milliseconds within bounds, wherever the clock was set meanwhile. */
function attemptDuration(startedAt: Date, finishedAt: Date): number {
  return Math.min(Math.max(msBetween(startedAt, finishedAt), 0), MAX_DURATION_MS);
}

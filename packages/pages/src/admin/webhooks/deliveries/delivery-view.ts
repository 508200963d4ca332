import type {
  Attempt,
  AttemptFailure,
  BodyKind,
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
} from '@stepward/core';

/** One line of the list of deliveries. */
export interface DeliveryView {
  readonly id: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  /** When the next attempt is due; null where there is none, and while it waits for one before it of its ordering key. */
  readonly dueAt: Date | null;
  /** Its number among all deliveries to the webhook; null for a test. */
  readonly sequence: number | null;
}

/** One attempt of a delivery. */
export interface AttemptView {
  readonly number: number;
  readonly startedAt: Date;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly isSuccess: boolean;
  /** The status of the answer; null where there was none. */
  readonly statusCode: number | null;
  /** Why there was no answer; null where there was one. */
  readonly failure: AttemptFailure | null;
  /** The beginning of the answer, as text; empty for none. */
  readonly responseBody: string;
  /** The kind of body that was sent; null where there was no request. */
  readonly body: BodyKind | null;
  /** The version of the data that was sent; null for none. */
  readonly version: string | null;
}

/** A delivery with its attempts, newest first. */
export interface DeliveryDetailView extends DeliveryView {
  readonly eventId: string;
  readonly finishedAt: Date | null;
  /** The delivery that it repeats; null for the first. */
  readonly replayOf: string | null;
  /** Whether it can be sent again: it has ended. */
  readonly isReplayable: boolean;
  readonly log: readonly AttemptView[];
  /** Those of lower numbers that ended without being delivered, the highest first. */
  readonly missed: readonly DeliveryView[];
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { id, eventType, status, attempts, createdAt, dueAt, sequence } = delivery;
  return { id, eventType, status, attempts, createdAt, dueAt, sequence };
}

/**
 * Decides what the page of a delivery shows.
 *
 * @param before deliveries that were made just before it, and those of its millisecond
 */
export function deliveryDetailView(
  { delivery, attempts }: DeliveryDetail,
  before: readonly Delivery[],
): DeliveryDetailView {
  const { eventId, finishedAt, replayOf, status } = delivery;
  return {
    ...deliveryView(delivery),
    eventId,
    finishedAt,
    replayOf,
    isReplayable: status !== 'pending',
    log: attempts.map(attemptView).toSorted((one, other) => other.number - one.number),
    missed: missedBefore(delivery, before),
  };
}

const MISSED: readonly DeliveryStatus[] = ['exhausted', 'skipped', 'expired'];

/** A replay has the number of the delivery that it repeats, and stands elsewhere in the log. */
function missedBefore(delivery: Delivery, before: readonly Delivery[]): readonly DeliveryView[] {
  const number = delivery.replayOf === null ? (delivery.sequence ?? 0) : 0;
  return before
    .filter(({ replayOf, sequence }) => replayOf === null && sequence !== null && sequence < number)
    .filter(({ status }) => MISSED.includes(status))
    .toSorted((one, other) => (other.sequence ?? 0) - (one.sequence ?? 0))
    .map(deliveryView);
}

function attemptView(attempt: Attempt): AttemptView {
  const { number, startedAt, durationMs, statusCode, failure } = attempt;
  const { responseBody, body, version } = attempt;
  // A destination of the host takes it without a status.
  const isSuccess = statusCode === null ? failure === null : statusCode >= 200 && statusCode <= 299;
  const answer = { isSuccess, statusCode, failure, responseBody };
  return { number, startedAt, durationMs, ...answer, body, version };
}

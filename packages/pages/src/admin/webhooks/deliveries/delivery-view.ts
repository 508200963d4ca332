import type {
  Attempt,
  AttemptFailure,
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
}

/** A delivery with its attempts, newest first. */
export interface DeliveryDetailView extends DeliveryView {
  readonly eventId: string;
  readonly finishedAt: Date | null;
  /** The delivery that it repeats; null for the first. */
  readonly replayOf: string | null;
  /** Its number among all deliveries to the webhook; null for a test. */
  readonly sequence: number | null;
  /** Whether it can be sent again: it has ended. */
  readonly isReplayable: boolean;
  readonly log: readonly AttemptView[];
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { id, eventType, status, attempts, createdAt, dueAt } = delivery;
  return { id, eventType, status, attempts, createdAt, dueAt };
}

/** Decides what the page of a delivery shows. */
export function deliveryDetailView({ delivery, attempts }: DeliveryDetail): DeliveryDetailView {
  const { eventId, finishedAt, replayOf, sequence, status } = delivery;
  return {
    ...deliveryView(delivery),
    eventId,
    finishedAt,
    replayOf,
    sequence,
    isReplayable: status !== 'pending',
    log: attempts.map(attemptView).toSorted((one, other) => other.number - one.number),
  };
}

function attemptView(attempt: Attempt): AttemptView {
  const { number, startedAt, durationMs, statusCode, failure, responseBody } = attempt;
  // A destination of the host takes it without a status.
  const isSuccess = statusCode === null ? failure === null : statusCode >= 200 && statusCode <= 299;
  return { number, startedAt, durationMs, isSuccess, statusCode, failure, responseBody };
}

import type { VersionFault } from '../events/data-at-version.js';
import type { WebhookFailure } from './attempts/webhook-post.js';
import type { BodyKind } from './subscribers/subscriber.js';

/**
 * `pending`: an attempt is due, or will be. `delivered`: the subscriber answered with 2xx. `exhausted`: all attempts
 * failed, or the subscriber answered 410 or wants no other attempt. `skipped`: its subscriber was disabled when it was due.
 * `expired`: its event's `expiresAt` had come when it was due, or comes before its next attempt.
 */
export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'exhausted',
  'skipped',
  'expired',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one subscriber, or to a handler of the host: queue entry, log and replay record at once. */
export interface Delivery {
  /** The `event_id` that the subscriber sees: a time-ordered UUID of `createdAt`. */
  readonly id: string;
  /** A subscriber's, or a handler's by `handlerId`. */
  readonly subscriberId: string;
  /** The event's id, which is its idempotency key. */
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** How many attempts were made; 0 to 10, or to what `retryDelaysMs` allows. */
  readonly attempts: number;
  /** When the next attempt is due; null where there will be none, and while it waits for one before it of its ordering key. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  /** When it ended; null while it is pending. */
  readonly finishedAt: Date | null;
  /** The delivery that this one repeats; null for the first. */
  readonly replayOf: string | null;
  /**
   * Its number among all deliveries to its subscriber, from 1 and without gaps, in the order in which they were made. A replay has that
   * of the delivery that it repeats. Null for a test, and for a handler.
   */
  readonly sequence: number | null;
}

/**
 * Why an attempt failed without an answer. `signing_failed`: no key decrypts the subscriber's secrets, or there is no key for its signature. `handler_failed`: a
 * handler threw; no subscriber has that. `version_unknown`: the worker does not know the version that the event was emitted in; `version_failed`: a
 * step down to the subscriber's version failed. `destination_failed`: a destination of the host threw; `destination_missing`: the worker has none of that name.
 */
export type AttemptFailure =
  | WebhookFailure
  | 'signing_failed'
  | VersionFault['reason']
  | 'handler_failed'
  | 'destination_failed'
  | 'destination_missing';

/** One POST, or one call of a handler, as the log keeps it. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  /** Milliseconds, 0 to 2,147,483,647. */
  readonly durationMs: number;
  /** The status of the response; null if there was none. */
  readonly statusCode: number | null;
  /** Null if there was a response, whatever its status, and where a handler or a destination has taken it. */
  readonly failure: AttemptFailure | null;
  /** The beginning of the answer's body, at most 16 KiB. */
  readonly responseBody: string;
  /** The kind of body of its request, whether it arrived or not; null where none could be made, and for a handler. */
  readonly body: BodyKind | null;
  /** The version of the data in it, a date; null where it has none, for a thin body, and where `body` is null. */
  readonly version: string | null;
}

import { isExpired, type StoredEvent } from '../records/stored-event.js';
import { err, ok, type Result } from 'neverthrow';
import type { Delivery } from './delivery.js';
import { hash } from 'node:crypto';
import { uuidv7 } from '../shared/uuid.js';

/** The delivery is still pending, so there is nothing to replay. */
export interface DeliveryPending {
  readonly code: 'delivery_pending';
}

/** It is too late to deliver the event: its `expiresAt` has come. */
export interface EventExpired {
  readonly code: 'event_expired';
}

/** An event's delivery to one subscriber alone, due at once. */
export function newDelivery(
  id: string,
  subscriberId: string,
  event: StoredEvent,
  now: Date,
): Delivery {
  const { id: eventId, type: eventType } = event;
  return {
    ...DUE,
    id,
    subscriberId,
    eventId,
    eventType,
    dueAt: now,
    createdAt: now,
    sequence: null,
  };
}

/** A new delivery of the same event, from attempt 1, if the delivery has ended and the event has not expired. */
export function replayDelivery(
  id: string,
  { id: replayOf, subscriberId, eventId, eventType, status, sequence }: Delivery,
  event: Pick<StoredEvent, 'expiresAt'>,
  now: Date,
): Result<Delivery, DeliveryPending | EventExpired> {
  if (status === 'pending') return err({ code: 'delivery_pending' });
  if (isExpired(event, now)) return err({ code: 'event_expired' });
  const again = { subscriberId, eventId, eventType, replayOf, sequence };
  return ok({ ...DUE, id, ...again, dueAt: now, createdAt: now });
}

const DUE = { status: 'pending', attempts: 0, finishedAt: null, replayOf: null } as const;

/**
 * The id of an event's first delivery to a subscriber: the time of the emit, then bits of a hash of both ids, in the
 * layout of UUIDv7. A second dispatch of the event makes the same id, and ids sort by time.
 */
export function firstDeliveryId(emittedAt: Date, eventId: string, subscriberId: string): string {
  const digest = hash('sha256', `${eventId} ${subscriberId}`, 'buffer');
  return uuidv7(emittedAt, digest.subarray(0, 10));
}

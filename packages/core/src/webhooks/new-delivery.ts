import { err, ok, type Result } from 'neverthrow';
import type { StoredEvent } from '../events/new-event.js';
import type { Delivery } from './delivery.js';

/** The delivery is on its way; there is nothing to replay. */
export interface DeliveryPending {
  readonly code: 'delivery_pending';
}

/** An event's delivery to one subscriber alone, due at once. */
export function newDelivery(
  id: string,
  subscriberId: string,
  event: StoredEvent,
  now: Date,
): Delivery {
  const { id: eventId, type: eventType } = event;
  return { ...DUE, id, subscriberId, eventId, eventType, dueAt: now, createdAt: now };
}

/** The same event once more, under a new id and from attempt 1, where the delivery has come to its end. */
export function replayDelivery(
  id: string,
  { id: replayOf, subscriberId, eventId, eventType, status }: Delivery,
  now: Date,
): Result<Delivery, DeliveryPending> {
  if (status === 'pending') return err({ code: 'delivery_pending' });
  return ok({ ...DUE, id, subscriberId, eventId, eventType, dueAt: now, createdAt: now, replayOf });
}

const DUE = { status: 'pending', attempts: 0, finishedAt: null, replayOf: null } as const;

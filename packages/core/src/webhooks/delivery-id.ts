import { hash } from 'node:crypto';
import { uuidv7 } from '../shared/uuidv7.js';

/**
 * The id of an event's first delivery to a subscriber: the time of the emit, then bits of a hash of both ids, in the
 * layout of UUIDv7. A second dispatch of the event makes the same id, and ids sort by time.
 */
export function firstDeliveryId(emittedAt: Date, eventId: string, subscriberId: string): string {
  const digest = hash('sha256', `${eventId} ${subscriberId}`, 'buffer');
  return uuidv7(emittedAt, digest.subarray(0, 10));
}

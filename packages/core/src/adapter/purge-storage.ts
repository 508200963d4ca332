import type { Storage } from '../ports/storage.js';
import { addMs, days } from '../shared/duration.js';

/** Milliseconds from an event's emission until its payload is purged. */
export const EVENT_RETENTION_MS = days(30);

/** Milliseconds from a delivery's end until it is purged, with its attempts. */
export const DELIVERY_RETENTION_MS = days(90);

/** Deletes expired data of all tenants, webhooks included. Call it about every hour. */
export function purgeStorage(storage: Storage, now: Date): Promise<void> {
  return storage.purge({
    now,
    eventsUntil: addMs(now, -EVENT_RETENTION_MS),
    deliveriesUntil: addMs(now, -DELIVERY_RETENTION_MS),
  });
}

import type { Storage } from '../ports/storage.js';
import { addMs } from '../shared/duration.js';
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from '../webhooks/retention.js';

/** Deletes expired data of all tenants, webhooks included. Call it about every hour. */
export function purgeStorage(storage: Storage, now: Date): Promise<void> {
  return storage.purge({
    now,
    eventsUntil: addMs(now, -EVENT_RETENTION_MS),
    deliveriesUntil: addMs(now, -DELIVERY_RETENTION_MS),
  });
}

import type { PendingDelivery } from '../src/webhooks/pending-delivery.js';

/** A first attempt that is due since 1970, of one subscriber of `acme`. */
export function pendingDelivery(differing: Partial<PendingDelivery> = {}): PendingDelivery {
  return {
    ...{ tenantId: 'acme', subscriberId: 'subscriber-1', shard: 0, deliveryId: 'delivery-1' },
    ...{ eventId: 'event-1', attempts: 0, isLate: false, dueAt: new Date(0) },
    ...differing,
  };
}

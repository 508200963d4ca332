import type { OpenedDelivery, OpenedSubscriber } from './opened-delivery.js';
import type { PendingDelivery } from './pending-delivery.js';
import type { WebhookRequest } from './webhook-request.js';

/** An attempt to make now. */
export interface DueAttempt {
  readonly delivery: PendingDelivery;
  /** From 1. */
  readonly number: number;
  readonly event: OpenedDelivery['event'];
  readonly subscriber: OpenedSubscriber;
  /** Null if no key decrypts the subscriber's secrets, so that nothing can be sent. */
  readonly request: WebhookRequest | null;
  readonly startedAt: Date;
}

import type { PendingDelivery } from '../pending-delivery.js';
import type { Standing } from '../scheduling/schedule.js';
import type { EventNaming, SealedSecret } from '../subscribers/subscriber.js';
import type { WebhookRequest } from './webhook-request.js';

/** What an attempt needs, as it was read when the attempt started. */
export interface OpenedDelivery {
  readonly event: {
    readonly id: string;
    readonly type: string;
    /** JSON. */
    readonly data: string;
  };
  /** Null where it was deleted: the delivery becomes `skipped`. */
  readonly subscriber: OpenedSubscriber | null;
}

/** A subscriber, and how it stands. */
export interface OpenedSubscriber extends Standing {
  readonly id: string;
  readonly url: string;
  readonly naming: EventNaming;
  /** Of one subscriber in one batch always the same list, so that it is decrypted once. */
  readonly secrets: readonly SealedSecret[];
  /** Where false, the delivery becomes `skipped`. */
  readonly enabled: boolean;
}

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

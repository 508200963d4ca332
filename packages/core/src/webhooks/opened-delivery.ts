import type { EventNaming, SealedSecret } from './subscriber.js';

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

export interface OpenedSubscriber {
  readonly id: string;
  readonly url: string;
  readonly naming: EventNaming;
  readonly secrets: readonly SealedSecret[];
  /** Where false, the delivery becomes `skipped`. */
  readonly enabled: boolean;
  /** Nothing is sent before this time; null for no pause. */
  readonly pausedUntil: Date | null;
  /** A circuit breaker paused it, and no attempt has succeeded since: one is made at a time. */
  readonly isOnTrial: boolean;
}

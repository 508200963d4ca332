import type { EventNaming, SealedSecret } from './subscriber.js';

/** A leased delivery with the data for its attempt. */
export interface ClaimedDelivery {
  readonly tenantId: string;
  readonly deliveryId: string;
  /** The number of the attempt to make now, from 1. */
  readonly attempt: number;
  /** When this attempt became due. */
  readonly dueAt: Date;
  readonly event: {
    readonly id: string;
    readonly type: string;
    /** JSON. */
    readonly data: string;
  };
  readonly subscriber: {
    readonly id: string;
    readonly url: string;
    readonly naming: EventNaming;
    readonly secrets: readonly SealedSecret[];
  };
}

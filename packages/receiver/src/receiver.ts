import type { EventDefinitions, NoHostEvents } from '@stepward/core/events';
import type { Claim } from './deduplication/claim.js';
import type { Handlers } from './handlers.js';
import type { ReceivedEvent } from './received-event.js';
import type { SequencePlace } from './sequence/known-numbers.js';
import type { Sequence } from './sequence/sequence.js';
import type { DeliveryRequest, RefusedDelivery } from './verification/verify-delivery.js';

/** The result of receiving a delivery. */
export type Received<Events extends EventDefinitions = NoHostEvents> =
  /** Handle it now; then call `claim.confirm()`, or `claim.release()` if that failed. */
  | { readonly type: 'accepted'; readonly event: ReceivedEvent<Events>; readonly claim: Claim }
  /** It was handled before. Answer 2xx. */
  | { readonly type: 'duplicate'; readonly event: ReceivedEvent }
  /** It is being handled elsewhere. Answer 409, so the sender retries this delivery. */
  | { readonly type: 'busy'; readonly event: ReceivedEvent<Events>; readonly retryAfterMs: number }
  /** Not from the sender, or not fresh. Answer 400 without a reason. */
  | RefusedDelivery;

/** What a delivery whose number is recorded has beside its event. */
interface Placed {
  readonly event: ReceivedEvent;
  /** Where its number stands; null where it has none, or the receiver has no `sequence`. */
  readonly place: SequencePlace | null;
}

/** The result of handling a delivery. */
export type Handled<Events extends EventDefinitions = NoHostEvents> =
  | ({ readonly type: 'handled' } & Placed)
  /** It was handled before. */
  | ({ readonly type: 'duplicate' } & Placed)
  /** Handled, and the handler has unsubscribed. */
  | ({ readonly type: 'gone' } & Placed)
  /** The handler has given this delivery up. */
  | ({ readonly type: 'aborted' } & Placed)
  /**
   * Handled, but not confirmed, or its number not recorded: the store failed, and a repeated delivery may be handled again; or
   * the lease ran out before (`ClaimLostError`), and another delivery was handled beside it.
   */
  | { readonly type: 'unconfirmed'; readonly event: ReceivedEvent<Events>; readonly error: unknown }
  /** The handler threw; or, without an event, the deduplication store did, or the set of public keys could not be read. */
  | {
      readonly type: 'failed';
      readonly event: ReceivedEvent<Events> | null;
      readonly error: unknown;
    }
  | Extract<Received<Events>, { readonly type: 'busy' | 'refused' }>;

/** Receives the deliveries of a sender that defines these events. Made by `createReceiver`. */
export interface Receiver<Events extends EventDefinitions = NoHostEvents> {
  /**
   * Verifies, reads and claims a delivery; handling it is left to the caller. Bad input is `refused`.
   *
   * @throws whatever the deduplication store throws; Error where there are no public keys and their set cannot be read.
   */
  receive(request: DeliveryRequest): Promise<Received<Events>>;
  /** The whole sequence: `receive`, the handler, then the confirmation or the release. Never throws. */
  handle(request: DeliveryRequest, handlers: Handlers<Events>): Promise<Handled<Events>>;
  /** Finds deliveries that are missing. */
  readonly sequence: Sequence;
  /** Whether the receiver knows an event of this canonical name. */
  knows(eventType: string): boolean;
}

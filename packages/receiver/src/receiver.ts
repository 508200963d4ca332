import type { Claim } from './claim.js';
import type { Handlers } from './handlers.js';
import type { ReceivedEvent } from './received-event.js';
import type { DeliveryRequest, RefusedDelivery } from './verify-delivery.js';

/** What came in. */
export type Received =
  /** To be handled now; then `claim.confirm()`, or `claim.release()` where that failed. */
  | { readonly type: 'accepted'; readonly event: ReceivedEvent; readonly claim: Claim }
  /** It was handled before. Answer 2xx. */
  | { readonly type: 'duplicate'; readonly event: ReceivedEvent }
  /** It is being handled elsewhere. Answer 503, so that the sender asks again. */
  | { readonly type: 'busy'; readonly event: ReceivedEvent; readonly retryAfterMs: number }
  /** Not from the sender, or not fresh. Answer 400, and do not say why. */
  | RefusedDelivery;

/** What became of it. */
export type Handled =
  | { readonly type: 'handled'; readonly event: ReceivedEvent }
  /**
   * Handled, but not confirmed: the store failed, and a repeated delivery would be handled again; or the
   * lease ran out before (`ClaimLostError`), and another delivery was handled beside it.
   */
  | { readonly type: 'unconfirmed'; readonly event: ReceivedEvent; readonly error: unknown }
  /** Handled, and the handler wants no more of them. */
  | { readonly type: 'gone'; readonly event: ReceivedEvent }
  /** The handler threw; or, without an event, the deduplication store did. */
  | { readonly type: 'failed'; readonly event: ReceivedEvent | null; readonly error: unknown }
  | Exclude<Received, { readonly type: 'accepted' }>;

/** Takes deliveries in. Made by `createReceiver`. */
export interface Receiver {
  /**
   * Verifies, reads and claims a delivery; handling it is left to the caller. Bad input is `refused`.
   *
   * @throws whatever the deduplication store throws.
   */
  receive(request: DeliveryRequest): Promise<Received>;
  /** All of it: `receive`, the handler, then the confirmation or the release. Never throws. */
  handle(request: DeliveryRequest, handlers: Handlers): Promise<Handled>;
}

/**
 * The result of a message that a provider accepted. `sent`: the network has it, and nothing more is known.
 * `undelivered`: the network could not deliver it. `failed`: the provider never handed it over.
 */
export type SmsDeliveryStatus = 'sent' | 'delivered' | 'undelivered' | 'failed';

/**
 * Why a message did not arrive. `unreachable`: the phone was off or out of reach. `expired`: not in time. `unknown`: the
 * provider does not say. The others as in `SmsRefusal`.
 */
export type SmsDeliveryFailure =
  | 'invalid_number'
  | 'unreachable'
  | 'expired'
  | 'blocked'
  | 'unsubscribed'
  | 'rate_limited'
  | 'misconfigured'
  | 'unavailable'
  | 'unknown';

/** A provider's report of one message. It holds no number and no text. */
export type SmsDeliveryReceipt = {
  /** The provider's id of the message, as its sender returned it: 1 to 256 characters. */
  readonly messageId: string;
} & (
  | { readonly status: 'sent' }
  | { readonly status: 'delivered' }
  | {
      readonly status: 'undelivered' | 'failed';
      readonly reason: SmsDeliveryFailure;
      /** The provider's own code, for example `30003`; null for none. */
      readonly detail: string | null;
    }
);

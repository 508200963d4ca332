import type { PhoneNumber } from '../records/phone-number.js';
import type { Redacted } from '../shared/keys/redacted.js';

/** One text message. Its body contains the code, so both are redacted until they are sent. */
export interface SmsMessage {
  /** A UUID of this message alone, for providers that take an idempotency key. */
  readonly id: string;
  readonly tenantId: string;
  readonly to: PhoneNumber;
  /** At most 160 GSM-7 characters: one segment. */
  readonly body: Redacted<string>;
  /** The six digits in the body, for providers that write the text themselves. */
  readonly code: Redacted<string>;
  /**
   * The operation that the code approves, as the body names it; left out for none. A provider that writes the text itself
   * refuses a message with one, as `blocked` and `notAsked`.
   */
  readonly operation?: string;
  /** The person's language as a BCP 47 tag, where it is known. */
  readonly locale: string | null;
  /** Milliseconds until the code expires: a message that is delivered later is useless. */
  readonly expiresInMs: number;
  /** 1 for a first code, and one more each time the person asks again while a code is live. */
  readonly attempt: number;
  /**
   * Returns the address that a provider reports the delivery to, by the name in its receipts; null where its reports are
   * not taken. Left out where nobody takes reports.
   */
  readonly statusCallback?: (provider: string) => string | null;
}

/**
 * Why a message was refused. `invalid_number`: it can never be sent there. `blocked`: this message, by rules on fraud,
 * countries, content or how many go to one number; others may be sent. `unsubscribed`: the person opted out.
 * `rate_limited`: too many of the account or the sender. `misconfigured`: credentials, sender or credit, so an operator
 * has to act. `unavailable`: the provider could not be reached.
 */
export type SmsRefusal =
  | 'invalid_number'
  | 'blocked'
  | 'unsubscribed'
  | 'rate_limited'
  | 'misconfigured'
  | 'unavailable';

/**
 * The outcome of a message. `refused`: it was certainly not sent, so the send is given back to the budgets.
 * `unknown`: it may have gone out (a lost connection), so it stays counted. Either lifts the cool-down. It is logged:
 * it must not contain phone numbers or message text.
 */
export type SmsReceipt = (
  | {
      readonly status: 'accepted';
      /** The provider's id of the message, where it has one. */
      readonly messageId?: string;
    }
  | {
      readonly status: 'refused';
      readonly reason: SmsRefusal;
      /**
       * Whether the sender refused the message by itself, for example because the provider cannot carry such messages; false by
       * default. A failover then counts neither a failure of the provider nor a success.
       */
      readonly notAsked?: boolean;
    }
  | { readonly status: 'unknown'; readonly reason: string }
) & {
  /** Which provider this is the word of, for example `twilio`. */
  readonly provider?: string;
  /** The provider's own code for it, for example `21211` or `http_401`. */
  readonly detail?: string;
};

/** Where providers report deliveries to. */
export interface SmsReceiptAddresses {
  /** Returns the public address for the reports of a provider, for example `twilio`; null where they are not taken. */
  addressOf(provider: string): string | null;
}

/** Hands messages to a provider. */
export interface SmsSender {
  /**
   * Sends one message, once: no retries in here. A throw counts as `unknown`. Stop when `signal`
   * aborts (10 s by default): the caller has then gone on, and counts the outcome as `unknown`.
   */
  send(message: SmsMessage, options: { readonly signal: AbortSignal }): Promise<SmsReceipt>;
  /**
   * Learns that the last code sent to a number was typed in, for providers that choose routes or detect fraud by it.
   * Nobody waits for it, and a failure is only logged.
   */
  reportVerified?(
    sent: Pick<SmsMessage, 'tenantId' | 'to'>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}

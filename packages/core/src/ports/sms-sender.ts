import type { PhoneNumber } from '../phones/phone-number.js';
import type { Redacted } from '../shared/redacted.js';

/** One text message. Its body carries the code, so it shows as `[redacted]` until it is sent. */
export interface SmsMessage {
  readonly tenantId: string;
  readonly to: PhoneNumber;
  /** At most 160 GSM-7 characters: one segment. */
  readonly body: Redacted<string>;
}

/**
 * The outcome of a message. `refused`: it was certainly not sent, so the send is given back to the budgets.
 * `unknown`: it may have gone out (a lost connection), so it stays counted. Either lifts the cool-down.
 */
export type SmsReceipt =
  | { readonly status: 'accepted' }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'unknown'; readonly reason: string };

/** Hands messages to a provider. */
export interface SmsSender {
  /**
   * Sends one message, once: no retries in here. A throw counts as `unknown`. Stop when `signal`
   * aborts (10 s by default): the caller has then gone on, and counts the outcome as `unknown`.
   */
  send(message: SmsMessage, options: { readonly signal: AbortSignal }): Promise<SmsReceipt>;
}

import { hash } from 'node:crypto';
import { days } from '../../../shared/duration.js';
import type { CodeSubject } from '../../codes/code-state.js';
import type { CounterKey } from '../../codes/send-counters.js';
import type {
  SmsDeliveryFailure,
  SmsDeliveryReceipt,
  SmsDeliveryStatus,
} from './delivery-receipt.js';

/** A message that a provider accepted, and its status. It holds no number and no text. */
export interface SentMessage {
  /** Identifies the message over all tenants: see {@link messageKey}. */
  readonly key: string;
  /** The name of the provider, for example `twilio`. */
  readonly provider: string;
  /** The provider's own id of the message. */
  readonly messageId: string;
  /** Whose code it brought, and what for. */
  readonly whose: CodeSubject & { readonly identityId: string };
  /** The counters of the fraud guard that sending it raised. */
  readonly counted: readonly CounterKey[];
  readonly sentAt: Date;
  readonly status: SmsDeliveryStatus;
  /** When the final status was reported; null while the status is `sent`. */
  readonly reportedAt: Date | null;
}

/** What a provider reports at last. */
export interface FinalStatus {
  readonly status: Exclude<SmsDeliveryStatus, 'sent'>;
  readonly at: Date;
  /** Whether the message counts once more in its counters: see {@link isCountedAgain}. */
  readonly isCountedAgain: boolean;
}

/**
 * Whether a message counts twice for the fraud guard: one that did not arrive, since numbers that nobody has are what
 * pumping uses. The provider's and the host's own faults do not count, or an outage would look like an attack.
 */
export function isCountedAgain(receipt: SmsDeliveryReceipt): boolean {
  const isLost = receipt.status === 'undelivered' || receipt.status === 'failed';
  return isLost && !OWN_FAULTS.includes(receipt.reason);
}

const OWN_FAULTS: readonly SmsDeliveryFailure[] = ['rate_limited', 'misconfigured', 'unavailable'];

/** How long a message is remembered, in milliseconds: 7 days. Providers report for up to 72 hours. */
export const SENT_MESSAGE_MS = days(7);

/** The SHA-256 of provider and message id, in hexadecimal digits: storage finds the tenant by it. */
export function messageKey(provider: string, messageId: string): string {
  return hash('sha256', JSON.stringify([provider, messageId]));
}

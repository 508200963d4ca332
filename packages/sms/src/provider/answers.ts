import type { SmsReceipt, SmsRefusal } from '@stepward/core';
import { codeFrom, lookUp } from './unchecked.js';

/** What a provider answered, as a sender reads it. */
export interface SmsAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, parsed; undefined where it is not JSON, or longer than 64 KiB. */
  readonly json: unknown;
}

/** `refused` by what a code of the provider's means. */
export type RefusalCodes = Readonly<Record<string, SmsRefusal>>;

/** `accepted` under the provider's id of the message; null where there is none: the status then decides. */
export function acceptedAs(messageId: unknown): SmsReceipt | null {
  return typeof messageId === 'string' && messageId !== ''
    ? { status: 'accepted', messageId }
    : null;
}

/**
 * Returns what a refusal with a code of the provider's means. A code that is not listed is an operator's matter; null
 * where the status is not that of a refusal.
 */
export function refusedAs(
  codes: RefusalCodes,
  code: unknown,
  { status }: SmsAnswer,
): SmsReceipt | null {
  const byStatus = receiptOfStatus(status);
  const detail = codeFrom(code);
  if (byStatus.status !== 'refused' || detail === null) return null;
  return { ...byStatus, reason: lookUp(codes, detail) ?? byStatus.reason, detail };
}

/**
 * Returns what a status alone says. After a success without a readable id, a redirect, a conflict or a failure of the
 * server the message may be on its way.
 */
export function receiptOfStatus(status: number): SmsReceipt {
  const detail = `http_${String(status)}`;
  if (status === 429) return { status: 'refused', reason: 'rate_limited', detail };
  if (status < 300) return { status: 'unknown', reason: 'unreadable_answer', detail };
  if (status < 400 || status === 408 || status === 409 || status >= 500) {
    return { status: 'unknown', reason: detail, detail };
  }
  return { status: 'refused', reason: 'misconfigured', detail };
}

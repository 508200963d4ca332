import type { SmsDeliveryFailure, SmsDeliveryReceipt, SmsDeliveryStatus } from '@stepward/core';
import { codeFrom, lookUp } from '../provider/unchecked.js';

/** What each status of a provider's means. One that is missing tells nothing yet, for example `queued`. */
export type StatusTable = Readonly<Record<string, SmsDeliveryStatus>>;

/** What each code of a provider's means. One that is missing is `unknown`. */
export type FailureTable = Readonly<Record<string, SmsDeliveryFailure>>;

/** What a provider says of one message, not yet checked. */
export interface ReportedStatus {
  readonly messageId: unknown;
  readonly status: unknown;
  /** The provider's code of the failure. */
  readonly code?: unknown;
}

/** Returns the receipt in a list; an empty one where no message or no known status is named. */
export function readStatus(
  { messageId, status, code }: ReportedStatus,
  statuses: StatusTable,
  failures: FailureTable,
): readonly SmsDeliveryReceipt[] {
  if (typeof messageId !== 'string' || messageId === '' || messageId.length > 256) return [];
  const known = lookUp(statuses, status);
  if (known === undefined) return [];
  if (known === 'sent' || known === 'delivered') return [{ messageId, status: known }];
  const detail = codeFrom(code);
  return [{ messageId, status: known, reason: lookUp(failures, detail) ?? 'unknown', detail }];
}

import type { SmsDeliveryFailure, SmsDeliveryReceipt, SmsDeliveryStatus } from '@stepward/core';

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
  const detail = codeOf(code);
  return [{ messageId, status: known, reason: lookUp(failures, detail) ?? 'unknown', detail }];
}

/** Codes of providers are short; anything else could repeat the number or the text, and is not passed on. */
const CODE = /^(?:[0-9]{1,6}|[A-Za-z_][A-Za-z0-9_.-]{0,63})$/;

function codeOf(code: unknown): string | null {
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && CODE.test(text) ? text : null;
}

/** The entry of a table under a key that a stranger may have sent; undefined where it has none of its own. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  key: unknown,
): Value | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The value at a path of unchecked JSON; undefined where the path leads nowhere. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    json,
  );
}

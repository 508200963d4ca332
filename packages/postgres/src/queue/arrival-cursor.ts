/**
 * How far a reader has come. What is new is found by the transaction that wrote it: everything that the snapshot `since` did not
 * show and the snapshot `until` does. So a row of a transaction that took long is not passed over, and none comes twice.
 */
export interface ArrivalPosition {
  /** The start time of the server. Another server may have lost transactions that this one showed. */
  readonly server: string;
  /** What was read completely; null where nothing was. */
  readonly since: Snapshot | null;
  /** What is being read, page by page; null between two reads. */
  readonly until: Snapshot | null;
  /** The last rows of the pages that were read. */
  readonly event: ArrivalKey;
  readonly delivery: ArrivalKey;
}

/** A snapshot as `pg_snapshot` writes it: `10:20:10,14,15`. */
export type Snapshot = string;

/** The order of arrival: the transaction; for events, which may be many in one, also the id. */
export type ArrivalKey = readonly [transaction: string, eventId?: string];

/** Before all rows. */
export const FIRST_EVENT: ArrivalKey = ['0', '00000000-0000-0000-0000-000000000000'];
export const FIRST_DELIVERY: ArrivalKey = ['0'];

/** The later of a key and the end of all transactions before that one. */
export function laterOf(key: ArrivalKey, next: string): ArrivalKey {
  const [transaction, eventId] = key;
  const before = BigInt(next) - 1n;
  if (BigInt(transaction) > before) return key;
  return eventId === undefined ? [String(before)] : [String(before), LAST_UUID];
}

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Shows no transaction. */
export const EMPTY_SNAPSHOT: Snapshot = '1:1:';

/** The transactions that a snapshot may not show: those in progress, and all from `end` on. */
export function unseenBy(snapshot: Snapshot): {
  readonly inProgress: readonly string[];
  readonly end: string;
} {
  const [, end = '', list = ''] = snapshot.split(':');
  return { end, inProgress: list === '' ? [] : list.split(',') };
}

/** The cursor is opaque to callers, and never stored. */
export function writeCursor(position: ArrivalPosition): string {
  return JSON.stringify(position);
}

export function readCursor(cursor: string): ArrivalPosition {
  return JSON.parse(cursor) as ArrivalPosition;
}

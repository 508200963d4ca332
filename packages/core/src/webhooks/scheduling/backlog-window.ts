import type { PendingDelivery, WindowRequest } from '../pending-delivery.js';

/** The place of a delivery in its window: by due time, then by id. */
export type RowKey = Pick<PendingDelivery, 'dueAt' | 'deliveryId'>;

/**
 * What is in memory of one subscriber's first attempts, or of its others: the earliest due, without those under way.
 */
export interface BacklogWindow {
  /** In the order of their keys. */
  readonly rows: PendingDelivery[];
  /** Storage may have more after this key, null for its beginning; the rows all come before. Null if it has no more. */
  rest: { readonly after: RowKey | null } | null;
  /** The request that asks for what comes after the rows. */
  asked: WindowRequest | null;
}

export function createWindow(): BacklogWindow {
  return { rows: [], rest: null, asked: null };
}

/** Empties the window: storage has all of it (`rest`), or it belongs to another owner now (null). */
export function emptyWindow(window: BacklogWindow, rest: BacklogWindow['rest']): void {
  window.rows.length = 0;
  window.rest = rest;
  window.asked = null;
}

/**
 * Puts a delivery in its place, unless it is there. One that comes after the rows, of which storage has more, is left
 * there. Where the window would have more than `capacity`, the last one is left to storage.
 */
export function addRow(window: BacklogWindow, row: PendingDelivery, capacity: number): void {
  const { rows, rest } = window;
  if (rest !== null && (rest.after === null || compareKeys(row, rest.after) > 0)) return;
  const index = placeOf(rows, row);
  if (rows[index]?.deliveryId === row.deliveryId) return;
  rows.splice(index, 0, row);
  if (rows.length <= capacity) return;
  rows.pop();
  window.rest = { after: keyOf(rows.at(-1)) };
  window.asked = null;
}

/**
 * Adds what storage answered to a request, and notes how far that goes. An answer to another request than the
 * window's last one is ignored: it would leave a gap.
 *
 * @param isKnown whether a delivery is under way, or has changed since it was read
 */
export function loadRows(
  window: BacklogWindow,
  request: WindowRequest,
  answer: readonly PendingDelivery[],
  capacity: number,
  isKnown: (row: PendingDelivery) => boolean,
): void {
  if (window.asked !== request) return;
  const { rows } = window;
  const free = Math.max(0, capacity - rows.length);
  const added = answer.filter((row) => !isKnown(row));
  rows.push(...added.slice(0, free));
  window.asked = null;
  if (added.length > free) window.rest = { after: keyOf(rows.at(-1)) ?? request.after };
  else window.rest = answer.length < request.limit ? null : { after: keyOf(answer.at(-1)) };
}

function compareKeys(left: RowKey, right: RowKey): number {
  const ms = left.dueAt.getTime() - right.dueAt.getTime();
  if (ms !== 0 || left.deliveryId === right.deliveryId) return ms;
  return left.deliveryId < right.deliveryId ? -1 : 1;
}

/** The index of the first row that does not come before. */
function placeOf(rows: readonly PendingDelivery[], key: RowKey): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && compareKeys(row, key) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function keyOf(row: RowKey | undefined): RowKey | null {
  return row === undefined ? null : { dueAt: row.dueAt, deliveryId: row.deliveryId };
}

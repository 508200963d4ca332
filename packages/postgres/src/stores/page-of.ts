import type { Page } from '@stepward/core';

/**
 * Makes a page of rows that were queried with one more than the limit; the extra row shows whether there is another
 * page.
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (item: T) => string,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const isLast = rows.length <= limit || last === undefined;
  return { items, nextPosition: isLast ? null : positionOf(last) };
}

/** The position of a page's end in a list by time and id; {@link readMomentPosition} parses it. */
export function momentPosition(moment: Date, id: string): string {
  return `${moment.toISOString()}|${id}`;
}

/** The time and the id. A time contains no bar. */
export function readMomentPosition(position: string): readonly [moment: string, id: string] {
  const bar = position.indexOf('|');
  return [position.slice(0, bar), position.slice(bar + 1)];
}

import type { Page, PageRequest } from '@stepward/core';
import { pageOf } from '@stepward/core/adapter';

/**
 * Returns the items after the page's position, in descending order of their keys, or in ascending order for `oldest`. A
 * position is the last key of a page.
 */
export function sortedPage<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  page: PageRequest,
  order: 'newest' | 'oldest' = 'newest',
): Page<T> {
  const isBefore = (left: string, right: string): boolean =>
    order === 'newest' ? left > right : left < right;
  const { position } = page;
  const following = [...items]
    .sort((left, right) => (isBefore(keyOf(left), keyOf(right)) ? -1 : 1))
    .filter((item) => position === null || isBefore(position, keyOf(item)));
  return pageOf(following, page, keyOf);
}

/** Returns a key that sorts items by time, then by id. */
export function timeKey(at: Date, id: string): string {
  return `${at.toISOString()}|${id}`;
}

/** Returns the rows after the one with this id, or from the first on for null; null if there is no such row. */
export function rowsAfter<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  id: string | null,
  limit: number,
): readonly T[] | null {
  const last = id === null ? -1 : rows.findIndex((row) => idOf(row) === id);
  return id !== null && last === -1 ? null : rows.slice(last + 1, last + 1 + limit);
}

import type { Page, PageRequest } from '@stepward/core';

/** Returns the items after the page's position, in descending order of their keys. A position is the last key of a page. */
export function pageOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { limit, position }: PageRequest,
): Page<T> {
  const following = [...items]
    .sort((left, right) => (keyOf(left) < keyOf(right) ? 1 : -1))
    .filter((item) => position === null || keyOf(item) < position);
  const given = following.slice(0, limit);
  const last = given.at(-1);
  const isLast = following.length <= limit || last === undefined;
  return { items: given, nextPosition: isLast ? null : keyOf(last) };
}

/** Returns a key that sorts items by time, then by id. */
export function timeKey(at: Date, id: string): string {
  return `${at.toISOString()}|${id}`;
}

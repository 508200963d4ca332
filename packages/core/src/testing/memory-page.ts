import type { Page, PageRequest } from '../shared/page.js';

/** The items after the page's position, in falling order of their keys; a position is the last key given out. */
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

/** A key that puts items in the order of their moments, and those of one moment in that of their ids. */
export function momentKey(at: Date, id: string): string {
  return `${at.toISOString()}|${id}`;
}

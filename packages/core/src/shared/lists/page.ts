/** A part of a list. */
export interface PageRequest {
  /** How many at most; 1 to 100. */
  readonly limit: number;
  /** The `nextPosition` of the previous page; null for the first page. */
  readonly position: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last page. */
  readonly nextPosition: string | null;
}

/**
 * Makes a page of rows that were read with one more than the limit, which shows whether there is another page.
 *
 * @param positionOf the position of a page that ends with this row
 */
export function pageOf<T>(
  rows: readonly T[],
  { limit }: PageRequest,
  positionOf: (row: T) => string,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const isLast = rows.length <= limit || last === undefined;
  return { items, nextPosition: isLast ? null : positionOf(last) };
}

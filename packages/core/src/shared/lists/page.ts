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

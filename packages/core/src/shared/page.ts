/** A part of a list. */
export interface PageRequest {
  /** How many at most; 1 to 100. */
  readonly limit: number;
  /** Where the page before ended, as its `nextPosition` said; null for the first page. */
  readonly position: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null where this is the last. */
  readonly nextPosition: string | null;
}

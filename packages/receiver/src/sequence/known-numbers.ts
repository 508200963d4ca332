/** The numbers from `from` to `to`, both included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** Where the number of a delivery stands among those that were recorded before. */
export type SequencePlace =
  /** The first number that was recorded. Nothing below it is missed. */
  | { readonly type: 'first' }
  /** It follows the highest one. */
  | { readonly type: 'next' }
  /** It is higher: the numbers between are missing for now. */
  | { readonly type: 'gap'; readonly missing: NumberRange }
  /** It was missing. */
  | { readonly type: 'late' }
  /** It was recorded before. */
  | { readonly type: 'repeat' }
  /** It is below the first number, or its gap is no longer kept: it may be late or a repeat. */
  | { readonly type: 'unknown' };

/** What is kept of the numbers of a subscriber, as JSON. */
export interface KnownNumbers {
  /** Nothing is known about the numbers below it. */
  readonly first: number;
  /** The highest number that was recorded. */
  readonly last: number;
  /** The missing numbers between the two, lowest first: `MAX_GAPS` ranges at most. */
  readonly gaps: readonly KnownGap[];
}

export interface KnownGap extends NumberRange {
  /** When a higher number was recorded first, in milliseconds since 1970. */
  readonly since: number;
}

/** The gaps that are kept for a subscriber; of more, those with the lowest numbers are forgotten. */
export const MAX_GAPS = 1_000;

/** Milliseconds that a gap is kept, 30 days: the sender keeps events as long, and can replay them. */
export const GAP_TTL_MS = 2_592_000_000;

/**
 * Returns the place of a number, and the numbers that are known with it: the same object where nothing changes.
 *
 * @param known null where no number was recorded before
 * @param now in milliseconds since 1970
 */
export function placeOf(
  known: KnownNumbers | null,
  number: number,
  now: number,
): { readonly place: SequencePlace; readonly known: KnownNumbers } {
  if (known === null) {
    return { place: { type: 'first' }, known: { first: number, last: number, gaps: [] } };
  }
  if (number < known.first) return { place: { type: 'unknown' }, known };
  if (number <= known.last) {
    const rest = withoutRange(known, { from: number, to: number });
    if (rest === known) return { place: { type: 'repeat' }, known };
    return { place: { type: 'late' }, known: keptAt(rest, now) };
  }
  const missing = { from: known.last + 1, to: number - 1 };
  if (missing.to < missing.from)
    return { place: { type: 'next' }, known: { ...known, last: number } };
  const gaps = [...known.gaps, { ...missing, since: now }];
  return { place: { type: 'gap', missing }, known: keptAt({ ...known, last: number, gaps }, now) };
}

/** Takes numbers out of the gaps. The same object where none of them is missing. */
export function withoutRange(known: KnownNumbers, { from, to }: NumberRange): KnownNumbers {
  if (!known.gaps.some((gap) => gap.from <= to && from <= gap.to)) return known;
  const gaps = known.gaps.flatMap((gap) =>
    [
      { ...gap, to: Math.min(gap.to, from - 1) },
      { ...gap, from: Math.max(gap.from, to + 1) },
    ].filter((part) => part.from <= part.to),
  );
  return { ...known, gaps };
}

/** Forgets the lowest gaps where there are too many, or they are too old. What is not above them is then unknown. */
export function keptAt(known: KnownNumbers, now: number): KnownNumbers {
  const { gaps } = known;
  const young = gaps.findIndex(({ since }) => since > now - GAP_TTL_MS);
  const start = young === -1 ? gaps.length : Math.max(young, gaps.length - MAX_GAPS);
  const forgotten = gaps[start - 1];
  if (forgotten === undefined) return known;
  return { ...known, first: forgotten.to + 1, gaps: gaps.slice(start) };
}

/** Milliseconds over which starts are counted. */
const SPAN_MS = 1_000;

/**
 * Returns when the next start keeps the limit: within any 1,000 milliseconds there are at most `perSecond`. They may
 * all come at once.
 *
 * @param starts milliseconds since 1970, ascending, as {@link withStart} gives them
 * @param perSecond null for no limit
 */
export function nextStartTime(starts: readonly number[], perSecond: number | null): number {
  const before = perSecond === null ? undefined : starts.at(-perSecond);
  return before === undefined ? -Infinity : before + SPAN_MS;
}

/** Adds a start, and drops those that do not count any more. */
export function withStart(starts: readonly number[], now: number): readonly number[] {
  const current = starts.findIndex((start) => start > now - SPAN_MS);
  return [...(current === -1 ? [] : starts.slice(current)), now];
}

/** Takes a start back, because no attempt was made. */
export function withoutStart(starts: readonly number[], start: number): readonly number[] {
  const index = starts.lastIndexOf(start);
  return index === -1 ? starts : starts.toSpliced(index, 1);
}

/**
 * Returns the starts as they count once the clock was set back to `now`: those that lie ahead were made now at the
 * latest. So a limit holds for a second at most, and is never exceeded.
 */
export function startsUntil(starts: readonly number[], now: number): readonly number[] {
  const lastStart = starts.at(-1);
  if (lastStart === undefined || lastStart <= now) return starts;
  return starts.map((start) => Math.min(start, now));
}

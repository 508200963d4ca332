/** Control characters and lone surrogates: no store preserves all of them, and no list can show them. */
const PRINTABLE = '[^\\p{Cc}\\p{Cs}]';

/**
 * Returns a check for strings of `min` to `max` printable characters. Length is in Unicode code points: the limit
 * is the same for all scripts.
 */
export function printable(min: number, max: number): (value: unknown) => value is string {
  const pattern = new RegExp(`^${PRINTABLE}{${String(min)},${String(max)}}$`, 'u');
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

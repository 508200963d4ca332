/** Control characters and halves of surrogate pairs: no store keeps all of them, and no list shows them. */
const PRINTABLE = '[^\\p{Cc}\\p{Cs}]';

/**
 * A test for texts of `min` to `max` characters that can be kept everywhere and shown to people. They are
 * counted by Unicode code points, so that all scripts may be as long as each other.
 */
export function printable(min: number, max: number): (value: unknown) => value is string {
  const pattern = new RegExp(`^${PRINTABLE}{${String(min)},${String(max)}}$`, 'u');
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

/** A UUID's text, from its 32 hexadecimal digits. */
export function uuidOf(hex: string): string {
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, index) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}

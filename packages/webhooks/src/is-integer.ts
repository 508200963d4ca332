/** Returns whether a value is an integer within bounds. */
export function isInteger(min: number, max: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

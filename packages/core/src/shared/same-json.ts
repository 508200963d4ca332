/** Whether two JSON values are the same, objects with their keys in the same order. */
export function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

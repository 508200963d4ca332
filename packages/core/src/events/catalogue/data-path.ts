/** Returns the member of a value; undefined where it has none of its own by that name. Arrays count, under their indexes. */
export function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether a value has members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the text or the number at a path into data, as text; null where there is none, or an empty text.
 *
 * @param path names of members, joined by dots: `customer.id`
 * @param data fresh from JSON
 */
export function keyAt(path: string, data: unknown): string | null {
  const value = path.split('.').reduce(memberOf, data);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads what a provider sent, or what a stranger sent in its name. */

/** The value at a path of JSON; undefined where the path leads nowhere. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    json,
  );
}

/** The entry of a table; undefined where the table itself has none. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  key: unknown,
): Value | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A code of the provider. Codes are short: anything else could repeat the number or the text, and is null. */
export function codeFrom(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && CODE.test(text) ? text : null;
}

const CODE = /^(?:[0-9]{1,6}|[A-Za-z_][A-Za-z0-9_.-]{0,63})$/;

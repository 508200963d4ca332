/** Headers as the Fetch API has them, or as Node, Express and Fastify do. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the value of a header by its name in lower case; null if it is missing. */
export type HeaderReader = (name: string) => string | null;

/**
 * Reads headers by name, in whatever case the names came. Lines of a repeated header are joined, as the Fetch API
 * does, so neither value is accepted.
 */
export function headerReader(headers: RequestHeaders): HeaderReader {
  if (isFetchHeaders(headers)) return (name) => headers.get(name);
  const values = new Map<string, string>();
  for (const [each, value] of Object.entries(headers)) {
    const name = each.toLowerCase();
    for (const line of typeof value === 'string' ? [value] : (value ?? [])) {
      const before = values.get(name);
      values.set(name, before === undefined ? line : `${before}, ${line}`);
    }
  }
  return (name) => values.get(name) ?? null;
}

function isFetchHeaders(headers: RequestHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** Headers as the Fetch API has them, or as Node, Express and Fastify do. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of a header, in whatever case its name came; null where it is not there. Lines of a header
 * that was sent twice are joined, as the Fetch API does, so that they pass for none of the two.
 *
 * @param name in lower case
 */
export function headerOf(headers: RequestHeaders, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  const lines = Object.entries(headers)
    .filter(([each, value]) => value !== undefined && each.toLowerCase() === name)
    .flatMap(([, value]) => value);
  return lines.length === 0 ? null : lines.join(', ');
}

function isFetchHeaders(headers: RequestHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

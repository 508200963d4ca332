/** The values of a path's parameters by name, decoded. */
export type RouteParams = Readonly<Record<string, string>>;

/**
 * Compares a path with that of a route, whose segments with a colon match any one segment. Null where it does not
 * match, or where a segment is badly encoded.
 *
 * @example
 * matchRoute('/webhooks/:webhookId', '/webhooks/w1'); // { webhookId: 'w1' }
 */
export function matchRoute(route: string, path: string): RouteParams | null {
  const [wanted, given] = [route.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== value) return null;
      continue;
    }
    const decoded = decodeSegment(value);
    if (decoded === null || decoded === '') return null;
    params[segment.slice(1)] = decoded;
  }
  return params;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

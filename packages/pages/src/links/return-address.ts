import { err, ok, type Result } from '@stepward/core';
import { parseUrl } from '@stepward/core/adapter';

/** The address does not belong to an origin that the host lists. */
export interface ReturnToRefused {
  readonly code: 'return_to_refused';
}

/**
 * Checks where a link may send the browser: to a path of the page's own origin, or to an address of one of the
 * origins. Returns the path as a path, which works behind any proxy.
 *
 * @param ownOrigin for example `https://login.example.com`
 */
export function checkReturnTo(
  returnTo: string,
  ownOrigin: string,
  origins: readonly string[],
): Result<string, ReturnToRefused> {
  const refused = err({ code: 'return_to_refused' } as const);
  const isPath = returnTo.startsWith('/');
  const url = parseUrl(isPath ? ownOrigin + returnTo : returnTo);
  if (url === null || url.username !== '' || url.password !== '') return refused;
  // `blob:` has the origin of the address in it.
  if (!/^https?:$/.test(url.protocol)) return refused;
  if (url.origin !== ownOrigin && !origins.includes(url.origin)) return refused;
  if (!isPath) return ok(url.href);
  const path = url.href.slice(ownOrigin.length);
  // Browsers take `//other.example`, and what is normalised to it, for another host.
  return path.startsWith('//') ? refused : ok(path);
}

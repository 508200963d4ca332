import { isFunction, optional } from '@stepward/core/adapter';
import type { RequestHead } from './http-types.js';

/** The facts about a request that the Fetch API does not have. */
export interface FetchContext {
  /**
   * The client's address, which the Fetch API does not provide. Take it from the server, or from a header that your
   * own proxy sets. By default all clients count as one: `0.0.0.0`.
   */
  readonly clientAddress?: (request: Request) => string;
  /**
   * How the request came to your outermost proxy. By default the scheme of the request's URL, which is `http` if a
   * proxy terminates TLS: then take it from a header that your own proxy sets.
   */
  readonly scheme?: (request: Request) => 'http' | 'https';
}

export const fetchContextRules = {
  clientAddress: optional('a function', isFunction),
  scheme: optional('a function', isFunction),
};

/** A request of the Fetch API as a neutral one, with its whole path. */
export function fetchRequestHead(
  request: Request,
  { clientAddress = () => '0.0.0.0', scheme = schemeOfUrl }: FetchContext,
): RequestHead {
  const { pathname, search, hostname } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: headersOf(request),
    host: hostname === '' ? null : hostname,
    clientAddress: clientAddress(request),
    scheme: scheme(request),
    original: request,
  };
}

function headersOf(request: Request): RequestHead['headers'] {
  return Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]]));
}

function schemeOfUrl(request: Request): 'http' | 'https' {
  return new URL(request.url).protocol === 'https:' ? 'https' : 'http';
}

import { isFunction, optional } from '@stepward/core/adapter';
import type { RequestHead } from '../http-types.js';

/** How to find the facts about a request that the Fetch API does not have. */
export interface FetchContext {
  /**
   * The client's address, which the Fetch API does not provide. Take it from the server, or from a header that your
   * own proxy sets. Without it nothing is limited by address, which is logged once as a warning.
   */
  readonly clientAddress?: (request: Request) => string;
  /**
   * How the request came to your outermost proxy. By default the scheme of the request's URL, which is `http` if a
   * proxy terminates TLS: then take it from a header that your own proxy sets.
   */
  readonly scheme?: (request: Request) => 'http' | 'https';
}

/** The same facts about one request, from a server that knows them. They replace those of {@link FetchContext}. */
export interface FetchRequestContext {
  /** Null and undefined, as servers give it once the client has disconnected, count as one invalid address. */
  readonly clientAddress?: string | null | undefined;
  readonly scheme?: 'http' | 'https' | undefined;
  /** What your own functions get as `original`, for example the context of Hono; the `Request` by default. */
  readonly original?: unknown;
}

export const fetchContextRules = {
  clientAddress: optional('a function', isFunction),
  scheme: optional('a function', isFunction),
};

/**
 * A request of the Fetch API as a neutral one, with its whole path.
 *
 * @param given the second argument of the handler: of Next.js, Bun or Workers where the handler itself is exported
 */
export function fetchRequestHead(
  request: Request,
  { clientAddress, scheme = schemeOfUrl }: FetchContext,
  given: FetchRequestContext | undefined,
): RequestHead {
  const context: FetchRequestContext = { ...given };
  const { pathname, search, hostname } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: headersOf(request),
    host: hostname === '' ? null : hostname,
    clientAddress:
      'clientAddress' in context
        ? (context.clientAddress ?? '')
        : (clientAddress?.(request) ?? null),
    scheme: context.scheme ?? scheme(request),
    original: context.original ?? request,
  };
}

function headersOf(request: Request): RequestHead['headers'] {
  return Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]]));
}

function schemeOfUrl(request: Request): 'http' | 'https' {
  return new URL(request.url).protocol === 'https:' ? 'https' : 'http';
}

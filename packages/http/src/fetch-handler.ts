import type { HttpApi, HttpRequest } from './http-types.js';
import { readFetchBody } from './read-fetch-body.js';

export interface FetchHandlerOptions {
  /**
   * The client's address, which the Fetch API itself does not know. Take it from the server, or from a
   * header that your own proxy sets. Left out, all clients count as one: `0.0.0.0`.
   */
  readonly clientAddress?: (request: Request) => string;
}

/**
 * Serves the API from anything that speaks the Fetch API (Deno, Bun, Hono, Next.js), and tests it without
 * a socket. A path that the API does not know gets an empty 404. The Fetch API joins headers that were
 * sent twice, so a doubled `authorization` shows as an invalid one.
 */
export function createFetchHandler(
  api: HttpApi,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { clientAddress = () => '0.0.0.0' } = options;
  return async (request) => {
    const response = await api.handle(toHttpRequest(request, clientAddress(request)));
    if (response === null) return new Response(null, { status: 404 });
    const { status, headers, body } = response;
    return new Response(body, { status, headers });
  };
}

function toHttpRequest(request: Request, clientAddress: string): HttpRequest {
  const { pathname, search, hostname } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]])),
    host: hostname === '' ? null : hostname,
    clientAddress,
    readBody: (limit) => readFetchBody(request, limit),
  };
}

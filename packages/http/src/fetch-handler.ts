import { checkOptions, isFunction, optional } from '@stepward/core/adapter';
import { checkHttpApi } from './check-http-api.js';
import type { HttpApi, HttpRequest } from './http-types.js';
import { readFetchBody } from './read-fetch-body.js';

export interface FetchHandlerOptions {
  /**
   * The path that the API is mounted below, for example `/identity`: begins with a slash and does not end
   * with one. Left out where the framework takes the prefix away, or where there is none.
   */
  readonly prefix?: string;
  /**
   * The client's address, which the Fetch API itself does not know. Take it from the server, or from a
   * header that your own proxy sets. Left out, all clients count as one: `0.0.0.0`.
   */
  readonly clientAddress?: (request: Request) => string;
  /**
   * How the request came to your outermost proxy. Left out, the scheme of the request's URL, which is
   * `http` where a proxy ends TLS: then take it from a header that your own proxy sets.
   */
  readonly scheme?: (request: Request) => 'http' | 'https';
}

/**
 * Serves the API from anything that speaks the Fetch API (Deno, Bun, Hono, Next.js), and tests it without
 * a socket. A path that the API does not know gets an empty 404. The Fetch API joins headers that were
 * sent twice, so a doubled `authorization` shows as an invalid one.
 *
 * @throws TypeError that names what was passed wrongly.
 */
export function createFetchHandler(
  api: HttpApi,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  checkHttpApi('createFetchHandler(api)', api);
  checkOptions('createFetchHandler', options, {
    prefix: optional('a path that begins with a slash and does not end with one', isPrefix),
    clientAddress: optional('a function', isFunction),
    scheme: optional('a function', isFunction),
  });
  const { prefix = '', clientAddress = () => '0.0.0.0', scheme = schemeOfUrl } = options;
  return async (request) => {
    const { pathname, search, hostname } = new URL(request.url);
    if (!pathname.startsWith(`${prefix}/`)) return notFound();
    const response = await api.handle({
      method: request.method,
      path: pathname.slice(prefix.length),
      query: search.slice(1),
      headers: headersOf(request),
      host: hostname === '' ? null : hostname,
      clientAddress: clientAddress(request),
      scheme: scheme(request),
      original: request,
      readBody: (limit, deadline) => readFetchBody(request, limit, deadline),
    });
    if (response === null) return notFound();
    const { status, headers, body } = response;
    return new Response(body, { status, headers });
  };
}

function headersOf(request: Request): HttpRequest['headers'] {
  return Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]]));
}

function schemeOfUrl(request: Request): 'http' | 'https' {
  return new URL(request.url).protocol === 'https:' ? 'https' : 'http';
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

function isPrefix(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\/[^/?#]+)+$/.test(value);
}

import { checkOptions, optional } from '@stepward/core/adapter';
import { checkHttpApi } from './check-http-api.js';
import { fetchContextRules, fetchRequestHead, type FetchContext } from './fetch-request.js';
import type { HttpApi } from './http-types.js';
import { readFetchBody } from './read-fetch-body.js';

export interface FetchHandlerOptions extends FetchContext {
  /**
   * The path that the API is mounted below, for example `/identity`: begins with a slash and does not end with one.
   * Omitted if the framework strips the prefix, or if there is none.
   */
  readonly prefix?: string;
}

/**
 * Serves the API from anything that speaks the Fetch API (Deno, Bun, Hono, Next.js), and tests it without a socket.
 * An unknown path gets an empty 404. The Fetch API joins headers that were sent twice, so a doubled `authorization`
 * shows as an invalid one.
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
    ...fetchContextRules,
  });
  const { prefix = '' } = options;
  return async (request) => {
    const head = fetchRequestHead(request, options);
    if (!head.path.startsWith(`${prefix}/`)) return notFound();
    const response = await api.handle({
      ...head,
      path: head.path.slice(prefix.length),
      readBody: (limit, deadline) => readFetchBody(request, limit, deadline),
    });
    if (response === null) return notFound();
    const { status, headers, body } = response;
    return new Response(body, { status, headers });
  };
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

function isPrefix(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\/[^/?#]+)+$/.test(value);
}

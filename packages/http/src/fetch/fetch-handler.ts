import { checkOptions, optional } from '@stepward/core/adapter';
import { checkHttpApi, type HttpApi } from '../http-types.js';
import {
  fetchContextRules,
  fetchRequestHead,
  type FetchContext,
  type FetchRequestContext,
} from './fetch-request.js';
import { readFetchBody } from './read-fetch-body.js';

export interface FetchHandlerOptions extends FetchContext {
  /**
   * The path that the API is mounted below, for example `/identity`: begins with a slash and does not end with one.
   * Omitted if the framework strips the prefix, or if there is none.
   */
  readonly prefix?: string;
}

/**
 * Answers a request. The second argument has what the server knows beside it; whatever else a framework passes there
 * is ignored. Two signatures, because one with an optional argument is no route handler for the types of Next.js.
 */
export type FetchHandler = ((request: Request) => Promise<Response>) &
  ((request: Request, context: FetchRequestContext) => Promise<Response>);

/**
 * Serves the API from anything that speaks the Fetch API (Deno, Bun, Hono, Next.js), and tests it without a socket.
 * An unknown path gets an empty 404. The Fetch API joins headers that were sent twice, so a doubled `authorization`
 * shows as an invalid one.
 *
 * @throws TypeError that names what was passed wrongly.
 * @example
 * const handle = createFetchHandler(api, { prefix: '/identity' });
 * app.all('/identity/*', (c) => handle(c.req.raw, { clientAddress: getConnInfo(c).remote.address }));
 */
export function createFetchHandler(api: HttpApi, options: FetchHandlerOptions = {}): FetchHandler {
  checkHttpApi('createFetchHandler(api)', api);
  checkOptions('createFetchHandler', options, {
    prefix: optional('a path that begins with a slash and does not end with one', isPrefix),
    ...fetchContextRules,
  });
  const { prefix = '' } = options;
  return async (request: Request, context?: FetchRequestContext) => {
    const head = fetchRequestHead(request, options, context);
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

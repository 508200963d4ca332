import type { HttpApi, HttpBody, HttpRequest } from '@stepward/http';

/** The longest body that the echo reads. */
export const ECHO_LIMIT = 64;

/** A deadline that never comes. */
const IN_TIME = new AbortController().signal;

/** What the echo answers: the request as the binding handed it over. */
export interface Echo {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly host: string | null;
  readonly clientAddress: string | null;
  readonly scheme: 'http' | 'https';
  readonly headers: HttpRequest['headers'];
  /** The text of its bytes; what a parser of the host's made of it, as `HttpBody` has it. */
  readonly body: string | Exclude<HttpBody, { readonly type: 'bytes' }>;
}

/**
 * An API that answers with what its binding handed over: `/echo` with everything, `/throws` with a
 * rejection; it has no other path.
 */
export const echoApi: HttpApi = {
  paths: ['/echo', '/throws'],
  async handle(request) {
    if (request.path === '/throws') throw new Error('the api threw');
    if (request.path !== '/echo') return null;
    const body = await request.readBody(ECHO_LIMIT, IN_TIME);
    return {
      status: body.type === 'too_large' ? 413 : 200,
      headers: {
        'content-type': 'application/vnd.echo+json',
        ...(body.type === 'too_large' && { connection: 'close' }),
      },
      body: request.method === 'HEAD' ? null : JSON.stringify(echo(request, body)),
    };
  },
};

function echo(request: HttpRequest, body: HttpBody): Echo {
  const { method, path, query, host, clientAddress, scheme, headers } = request;
  const read = body.type === 'bytes' ? Buffer.from(body.bytes).toString() : body;
  return { method, path, query, host, clientAddress, scheme, headers, body: read };
}

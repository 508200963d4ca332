import type { EventDefinitions, NoHostEvents } from '@stepward/core/events';
import { answerRequest, MAX_BODY_BYTES, type RequestBody } from './answer.js';
import { checkBinding } from './check-binding.js';
import type { Handlers } from '../handlers.js';
import type { Receiver } from '../receiver.js';
import type { RequestHeaders } from '../verification/request-headers.js';

/** The part of Fastify's request that is used. */
export interface FastifyRequestLike {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly body: unknown;
}

/** The part of Fastify's reply that is used. */
export interface FastifyReplyLike {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: string): unknown;
}

/** The part of a Fastify instance that is used. */
export interface FastifyScopeLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: (
      request: never,
      body: Uint8Array,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
  all(
    path: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown;
}

/**
 * Receives in Fastify 5: `app.register(fastifyHandler(receiver, handlers), { prefix: '/webhooks' })`. The
 * body parser that keeps the bytes lives in the plugin's own scope; the host's routes keep theirs.
 */
export function fastifyHandler<Events extends EventDefinitions = NoHostEvents>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
): (scope: FastifyScopeLike) => Promise<void> {
  checkBinding('fastifyHandler', receiver, handlers);
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    scope.all('/', (request, reply) => respond(receiver, handlers, request, reply));
  };
}

async function respond<Events extends EventDefinitions>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
  request: FastifyRequestLike,
  reply: FastifyReplyLike,
): Promise<unknown> {
  const { status, headers, body } = await answerRequest(receiver, handlers, {
    method: request.method,
    headers: request.headers,
    readBody: () => Promise.resolve(keptBody(request.body)),
  });
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply.send(body ?? undefined);
}

/** A request without a body has nothing to parse. */
function keptBody(body: unknown): RequestBody {
  return { type: 'bytes', bytes: body instanceof Uint8Array ? body : '' };
}

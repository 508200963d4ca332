import { nodeRequest, type HttpApi } from '@stepward/http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** What the plugin is registered with. */
export interface StepwardFastifyOptions {
  readonly api: HttpApi;
}

/**
 * Mounts the API: `app.register(stepwardFastify, { api })`, with `prefix` below a path. The host's
 * body parsers stay its own: in this scope the body is left unread until a route asks for it.
 */
export const stepwardFastify: FastifyPluginAsync<StepwardFastifyOptions> = (scope, { api }) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  for (const path of api.paths) {
    scope.all(path, (request, reply) => answer(api, scope.prefix, request, reply));
  }
  return Promise.resolve();
};

async function answer(
  api: HttpApi,
  prefix: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answered = await api.handle(
    nodeRequest(request.raw, {
      url: request.url.slice(prefix.length),
      host: request.hostname,
      clientAddress: request.ip,
      parsedBody: request.body,
    }),
  );
  if (answered === null) {
    reply.callNotFound();
    return reply;
  }
  if (answered.status === 413) reply.header('connection', 'close');
  return reply.code(answered.status).headers(answered.headers).send(answered.body);
}

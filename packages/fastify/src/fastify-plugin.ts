import {
  checkHttpApi,
  nodeRequest,
  nodeStream,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** What the plugin is registered with. */
export interface StepwardFastifyOptions {
  readonly api: HttpApi;
}

/**
 * Mounts the API: `app.register(stepwardFastify, { api })`, with `prefix` below a path. The host's
 * body parsers stay its own: in this scope the body is left unread until a route asks for it, and is
 * then read from the socket. A `preParsing` hook that hands on another stream has no effect on it.
 *
 * Where ids in paths have more than 100 characters, set `routerOptions.maxParamLength`, at most 510, on the app.
 */
export const stepwardFastify: FastifyPluginAsync<StepwardFastifyOptions> = async (
  scope,
  options,
) => {
  checkFastify(scope);
  const { api } = checkedOptions(options);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  // Fastify refuses a malformed content type before any route is asked. The API judges it itself.
  scope.addHook('onRequest', (request, _reply, done) => {
    request.headers = { ...request.headers, 'content-type': undefined };
    done();
  });
  for (const path of api.paths) {
    scope.all(path, (request, reply) => answer(api, path, request, reply));
  }
};

/** The major version of Fastify that Stepward is tested with. */
export const FASTIFY_VERSION = 5;

/** Nothing to check where the plugin was called, and not registered. */
function checkFastify({ version, log }: Partial<Pick<FastifyInstance, 'version' | 'log'>>): void {
  if (version === undefined) return;
  const major = Number.parseInt(version, 10);
  if (major < FASTIFY_VERSION) {
    throw new Error(
      `Fastify ${version} is too old for Stepward: use Fastify ${String(FASTIFY_VERSION)}`,
    );
  }
  if (major > FASTIFY_VERSION) {
    log?.warn(
      `Stepward was not tested with Fastify ${version}: use Fastify ${String(FASTIFY_VERSION)}, or update Stepward`,
    );
  }
}

/** Without options where the plugin was called, and not registered: `app.register(stepwardFastify(api))`. */
function checkedOptions(options: StepwardFastifyOptions | undefined): StepwardFastifyOptions {
  const api = options?.api;
  checkHttpApi('app.register(stepwardFastify, { api })', api);
  return { api };
}

async function answer(
  api: HttpApi,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answered = await api.handle(
    neutralRequest(request, pathOf(path, request.params) + queryOf(request.url)),
  );
  if (answered === null) {
    reply.callNotFound();
    return reply;
  }
  return send(reply, answered);
}

/**
 * A request of Fastify as a neutral one, for authors of bindings: what the API and `createAssuranceCheck` take.
 *
 * @param url its path and query, as the API has them
 */
export function neutralRequest(request: FastifyRequest, url: string): HttpRequest {
  return nodeRequest(request.raw, {
    url,
    host: request.hostname,
    clientAddress: addressOf(request),
    scheme: request.protocol,
    original: request,
    // The plugin's hook hides the content type from Fastify.
    headers: { ...request.headers, 'content-type': request.raw.headers['content-type'] },
    parsedBody: request.body,
  });
}

/** Sends a neutral response. */
export function send(reply: FastifyReply, response: HttpResponse): FastifyReply {
  return reply.code(response.status).headers(response.headers).send(payloadOf(response));
}

/** Fastify's types do not say so, but once the client is gone its address is undefined. */
function addressOf({ ip }: { readonly ip: string | undefined }): string {
  return ip ?? '';
}

/**
 * Fastify adds a charset to the content type of a text that has none, so such a body goes out as bytes.
 * The others stay text: head and body then leave in one write, which is what most of the time goes into.
 */
function payloadOf({
  headers,
  body,
}: HttpResponse): string | Buffer | NodeJS.ReadableStream | undefined {
  if (body === null) return undefined;
  if (body instanceof ReadableStream) return nodeStream(body);
  return headers['content-type']?.includes('charset=') === true ? body : Buffer.from(body);
}

/** The route's path with the request's own ids in it. */
function pathOf(path: string, params: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Readonly<Record<string, string>>)[name])),
  );
}

/** With its question mark; what stands before it is the host's prefix, however it is written. */
function queryOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? '' : url.slice(queryAt);
}

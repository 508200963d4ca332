import type { AddressInfo } from 'node:net';
import { stepwardFastify } from '@stepward/fastify';
import { fastify, type FastifyReply } from 'fastify';
import {
  baseUrlOf,
  createReadyReport,
  demoRoutes,
  pathInvalid,
  pathUnknown,
  printReady,
  requireDemoOptions,
  runUntilStopped,
  startDemo,
  type HostProblem,
} from './demo/index.js';

const options = requireDemoOptions(process.env);
const app = fastify({
  logger: { level: 'warn' },
  forceCloseConnections: true,
  // An id has up to 255 characters, which may be 510 UTF-16 units; Fastify's own limit is 100.
  routerOptions: { maxParamLength: 510 },
  // What Fastify refuses before it looks for a route: badly encoded paths, and longer ids still.
  frameworkErrors: (_error, _request, reply) => void send(reply, pathInvalid()),
});
const baseUrl = (): string => baseUrlOf(app.server.address() as AddressInfo, options.host);
const demo = await startDemo(app.log, options, baseUrl);

for (const api of [demo.api, demo.codePage, ...demo.pages, demo.receipts, demo.webhookKeys]) {
  await app.register(stepwardFastify, { api });
}

for (const { method, path, answer } of demoRoutes(demo)) {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const { status, headers = {}, body } = await answer({ url: request.url, body: request.body });
      return reply.code(status).headers(headers).send(body);
    },
  });
}

app.setNotFoundHandler((_request, reply) => send(reply, pathUnknown()));

/** As bytes, for Fastify adds a charset to the content type of a text. */
function send(reply: FastifyReply, { status, headers, body }: HostProblem): FastifyReply {
  return reply.code(status).headers(headers).send(Buffer.from(body));
}

await app.listen({ port: options.port, host: options.host });
runUntilStopped(async () => {
  await app.close();
  await demo.stop();
});
printReady(await createReadyReport(demo, baseUrl()));

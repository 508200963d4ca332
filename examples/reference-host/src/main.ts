import type { AddressInfo } from 'node:net';
import { stepwardFastify } from '@stepward/fastify';
import { fastify } from 'fastify';
import {
  baseUrlOf,
  createReadyReport,
  demoRoutes,
  readDemoOptions,
  readyText,
  runUntilStopped,
  startDemo,
} from './demo/index.js';

const options = readDemoOptions(process.env);
const app = fastify({
  logger: { level: 'warn' },
  forceCloseConnections: true,
  // An id has up to 255 characters, which may be 510 UTF-16 units; Fastify's own limit is 100.
  routerOptions: { maxParamLength: 510 },
});
const demo = await startDemo(app.log, options);

await app.register(stepwardFastify, { api: demo.api });

for (const { method, path, answer } of demoRoutes(demo)) {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const { status, body } = await answer({ url: request.url, body: request.body });
      return reply.code(status).send(body);
    },
  });
}

await app.listen({ port: options.port, host: options.host });
runUntilStopped(async () => {
  await app.close();
  await demo.stop();
});
const baseUrl = baseUrlOf(app.server.address() as AddressInfo);
process.stdout.write(readyText(await createReadyReport(demo, baseUrl)));

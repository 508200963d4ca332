import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { stepwardExpress } from '@stepward/express';
import {
  baseUrlOf,
  createReadyReport,
  demoRoutes,
  pathUnknown,
  printReady,
  requestFailed,
  requireDemoOptions,
  runUntilStopped,
  startDemo,
} from '@stepward/reference-host/demo';
import express, { type ErrorRequestHandler } from 'express';

const options = requireDemoOptions(process.env);
const app = express();
const baseUrl = (): string => baseUrlOf(server.address() as AddressInfo, options.host);
const demo = await startDemo(console, options, baseUrl);

for (const api of [demo.api, demo.codePage, ...demo.pages, demo.receipts, demo.webhookKeys])
  app.use(stepwardExpress(api));

for (const { method, path, answer } of demoRoutes(demo)) {
  app[method === 'GET' ? 'get' : 'post'](
    path,
    express.json({ limit: '1mb' }),
    async (request, response) => {
      const { status, headers = {}, body } = await answer({ url: request.url, body: request.body });
      response.status(status).set(headers).send(body);
    },
  );
}

app.use((_request, response) => {
  const { status, headers, body } = pathUnknown();
  response.writeHead(status, headers).end(body);
});

// Express itself would show the stack.
app.use(((error: { readonly status?: number }, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { status, headers, body } = requestFailed(error.status ?? 500);
  if (status === 500) console.error(error);
  response.writeHead(status, headers).end(body);
}) satisfies ErrorRequestHandler);

const server = app.listen(options.port, options.host);
await once(server, 'listening');
runUntilStopped(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await demo.stop();
});
printReady(await createReadyReport(demo, baseUrl()));

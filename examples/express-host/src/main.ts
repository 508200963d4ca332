import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { stepwardExpress } from '@stepward/express';
import {
  baseUrlOf,
  createReadyReport,
  demoRoutes,
  pathUnknown,
  printReady,
  requireDemoOptions,
  runUntilStopped,
  startDemo,
} from '@stepward/reference-host/demo';
import express from 'express';

const options = requireDemoOptions(process.env);
const app = express();
const baseUrl = (): string => baseUrlOf(server.address() as AddressInfo);
const demo = await startDemo(console, options, baseUrl);

for (const api of [demo.api, demo.codePage, ...demo.pages, demo.receipts])
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

const server = app.listen(options.port, options.host);
await once(server, 'listening');
runUntilStopped(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await demo.stop();
});
printReady(await createReadyReport(demo, baseUrl()));

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { stepwardExpress } from '@stepward/express';
import {
  baseUrlOf,
  createReadyReport,
  demoRoutes,
  pathUnknown,
  readDemoOptions,
  readyText,
  runUntilStopped,
  startDemo,
} from '@stepward/reference-host/demo';
import express from 'express';

const options = readDemoOptions(process.env);
const app = express();
const demo = await startDemo(console, options);

app.use(stepwardExpress(demo.api));

for (const { method, path, answer } of demoRoutes(demo)) {
  app[method === 'GET' ? 'get' : 'post'](
    path,
    express.json({ limit: '1mb' }),
    async (request, response) => {
      const { status, body } = await answer({ url: request.url, body: request.body });
      response.status(status).json(body);
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
const baseUrl = baseUrlOf(server.address() as AddressInfo);
process.stdout.write(readyText(await createReadyReport(demo, baseUrl)));

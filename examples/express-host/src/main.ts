import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import {
  createReadyReport,
  demoRoutes,
  readDemoOptions,
  readyText,
  runUntilStopped,
  startDemo,
} from '@stepward/reference-host/demo';
import express from 'express';

const options = readDemoOptions(process.env);
const demo = await startDemo(silentLogger);
const app = express();

app.use(stepwardExpress(demo.api));

for (const { method, path, answer } of demoRoutes(demo)) {
  app[method === 'GET' ? 'get' : 'post'](path, express.json(), async (request, response) => {
    const { status, body } = await answer({ url: request.url, body: request.body });
    response.status(status).json(body);
  });
}

const server = app.listen(options.port, options.host);
await once(server, 'listening');
const { address, port } = server.address() as AddressInfo;
runUntilStopped(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await demo.stop();
});
process.stdout.write(readyText(await createReadyReport(demo, `http://${address}:${String(port)}`)));

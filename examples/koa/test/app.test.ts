import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describeApp } from '@stepward/demo-identity/testing';
import { onTestFinished } from 'vitest';
import { createApp } from '../src/app.js';

describeApp('Koa', async (options) => {
  const server = createApp(options).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

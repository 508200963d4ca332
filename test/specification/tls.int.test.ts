/**
 * "Credentials travel over TLS 1.2 or higher only": the host's server ends TLS, and which versions it speaks is for the
 * host to say. What is shown here is that the API serves behind it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { systemCaller } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memory } from '../harness/storages.js';
import { createWorld } from '../harness/world.js';

const pem = (file: string): string =>
  readFileSync(
    new URL(`../../packages/webhooks/test/certificates/${file}`, import.meta.url),
    'utf8',
  );

describe('behind a TLS server with the settings of Node', () => {
  // spec: auth/tls
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('a credential is taken over %s', async (version) => {
    const { get } = await serveOverTls();
    const answer = await get({ minVersion: version, maxVersion: version });
    expect(answer).toBe(`200 over ${version}`);
  });
});

/** The Customer API behind a server of Node's, and a client with a key that may read the password policy. */
async function serveOverTls() {
  const world = await createWorld(await memory.open());
  const key = { name: 'CI', scopes: ['settings:read'] };
  const made = await world.stepward.apiKeys.create(systemCaller('acme'), key);
  const headers = { authorization: `Bearer ${made._unsafeUnwrap().secret.reveal()}` };
  const app = express();
  for (const { path, api } of world.mounts) app.use(path || '/', stepwardExpress(api));

  const server = createServer({ cert: pem('valid.pem'), key: pem('valid.key') }, app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    get: (client: RequestOptions) => getPasswordPolicy({ ...client, port, headers }),
  };
}

/** The status and the version of TLS, or that there was no connection. */
function getPasswordPolicy(options: RequestOptions): Promise<string> {
  const path = '/v1/customer/settings/password-policy';
  const trust = { ca: pem('authority.pem'), servername: 'hooks.example.com' };
  return new Promise((settle) => {
    const sent = request({ ...trust, ...options, host: '127.0.0.1', path });
    sent.on('error', () => settle('refused'));
    sent.on('response', (response) => {
      const { statusCode, socket } = response;
      const version = socket instanceof TLSSocket ? socket.getProtocol() : null;
      settle(`${String(statusCode)} over ${String(version)}`);
      response.resume();
    });
    sent.end();
  });
}

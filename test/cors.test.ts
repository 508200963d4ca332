import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyCors from '@fastify/cors';
import { stepwardExpress } from '@stepward/express';
import { stepwardFastify } from '@stepward/fastify';
import { createFetchHandler, type HttpApi } from '@stepward/http';
import cors from 'cors';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { cors as honoCors } from 'hono/cors';
import { expect, it } from 'vitest';

const ORIGIN = 'https://app.example.com';
const OPTIONS = {
  origin: ORIGIN,
  credentials: true,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['retry-after', 'x-request-id'],
};
const PATH = '/v1/account/mfa/sms';

/** Answers as the API does: 405 to a method that the path has not. */
const api: HttpApi = {
  paths: [PATH],
  handle: async ({ method }) => ({
    status: method === 'PUT' ? 200 : 405,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }),
};

type Send = (init: RequestInit) => Promise<Response>;

async function sendTo(server: Server): Promise<Send> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (init) => fetch(`http://127.0.0.1:${String(port)}${PATH}`, init);
}

async function withServer(server: Server, use: (send: Send) => Promise<void>): Promise<void> {
  try {
    await use(await sendTo(server));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const HOSTS: Readonly<Record<string, (use: (send: Send) => Promise<void>) => Promise<void>>> = {
  Express: (use) =>
    withServer(express().use(cors(OPTIONS), stepwardExpress(api)).listen(0, '127.0.0.1'), use),
  async Fastify(use) {
    const app = fastify();
    await app.register(fastifyCors, OPTIONS);
    await app.register(stepwardFastify, { api });
    await app.listen({ port: 0, host: '127.0.0.1' });
    await withServer(app.server, use);
  },
  async Hono(use) {
    const app = new Hono();
    const handle = createFetchHandler(api);
    app.use(
      honoCors({
        ...OPTIONS,
        allowMethods: OPTIONS.methods,
        exposeHeaders: OPTIONS.exposedHeaders,
      }),
    );
    app.all('*', (c) => handle(c.req.raw));
    await use(async (init) => app.request(PATH, init));
  },
};

// standard: asvs/3.4.2
it.each(Object.entries(HOSTS))(
  'in %s, the CORS middleware before the API answers preflights and marks answers',
  async (_, serve) => {
    await serve(async (send) => {
      const preflight = await send({
        method: 'OPTIONS',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('PUT'),
        'access-control-allow-headers': expect.stringContaining('authorization'),
      });
      const answer = await send({ method: 'PUT', headers: { origin: ORIGIN } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        200,
        ORIGIN,
      ]);
    });
  },
);

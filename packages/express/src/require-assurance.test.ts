import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Stepward } from '@stepward/core';
import { createOpaqueTokenAuthenticator, userOf } from '@stepward/http';
import express from 'express';
import express4 from 'express4';
import { afterEach, expect, expectTypeOf, it } from 'vitest';
import { requireAssurance, requireGrant } from './index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const accessTokens = createOpaqueTokenAuthenticator(async (token) =>
  token === 'weak' || token === 'strong'
    ? { tenantId: 'acme', identityId: 'ada', assurance: token === 'strong' ? 'aal2' : 'aal1' }
    : null,
);

async function listen(app: express.Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/pay`;
}

it('hands an error to the host where its timeout has answered before the token was checked', async () => {
  let release: (session: null) => void = () => undefined;
  const slow = createOpaqueTokenAuthenticator(() => new Promise((resolve) => (release = resolve)));
  const app = express();
  app.use((_request, response, next) => {
    next();
    response.status(503).end();
  });
  app.post('/pay', requireAssurance({ accessTokens: slow, acr: 'aal2' }));
  const told = new Promise((resolve) => {
    app.use(((error, request, response, next) => {
      resolve(error);
      next(error);
    }) as express.ErrorRequestHandler);
  });
  const url = await listen(app);
  const headers = { authorization: 'Bearer any' };
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(503);
  release(null);
  expect(await told).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
});

it.each([
  ['Express 5', express],
  ['Express 4', express4 as unknown as typeof express],
])('protects a route of %s', async (_, create) => {
  const app = create();
  app.post('/pay', requireAssurance({ accessTokens, acr: 'aal2' }), (request, response) => {
    response.json({ paidBy: userOf(request).identityId });
  });
  const url = await listen(app);
  const pay = (token: string): Promise<Response> =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

  expect(await (await pay('strong')).json()).toEqual({ paidBy: 'ada' });
  const refused = await pay('weak');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    401,
    'application/problem+json',
  ]);
  expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
});

it.each([
  ['Express 5', express],
  ['Express 4', express4 as unknown as typeof express],
])('lets the approved operation pass in a route of %s', async (_, create) => {
  const app = create();
  const sessions = createOpaqueTokenAuthenticator(async () => ({
    ...{ tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' },
  }));
  const grants: Pick<Stepward['grants'], 'use'> = {
    use: async ({ grant, operation }) =>
      grant === operation.id
        ? ok({ id: grant, text: '', digest: '' })
        : err({ code: 'grant_mismatch' }),
  };
  app.post(
    '/pay',
    express.json(),
    requireGrant<express.Request>({
      ...{ accessTokens: sessions, grants },
      operation: ({ body }) => ({ id: (body as { readonly id: string }).id }),
    }),
    (request, response) => {
      response.json({ paidBy: userOf(request).identityId });
    },
  );
  const url = await listen(app);
  const pay = async (grant: string): Promise<unknown> => {
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'stepward-grant': grant },
      body: '{"id":"payment_81"}',
    });
    return response.status === 200 ? response.json() : response.status;
  };
  expect(await pay('payment_81')).toEqual({ paidBy: 'ada' });
  expect(await pay('payment_82')).toBe(403);
  expect(await pay('')).toBe(401);
});

const approving: Pick<Stepward['grants'], 'use'> = {
  use: async ({ grant }) => ok({ id: grant, text: '', digest: '' }),
};

it('leaves the types of the request to the handlers behind it, in Express 5 and in Express 4', () => {
  const assured = requireAssurance({ accessTokens, acr: 'aal2' });
  const operation = (request: object) => ({ id: userOf(request).identityId });
  const granted = requireGrant({ accessTokens, grants: approving, operation });
  express().post('/payments/:id', assured, granted, ({ body, params }) => {
    expectTypeOf(body).toBeAny();
    expectTypeOf(params.id).toEqualTypeOf<string>();
  });
  express4().post('/payments/:id', assured, granted, ({ body, params }) => {
    expectTypeOf(body).toBeAny();
    expectTypeOf(params.id).toEqualTypeOf<string>();
  });
});

it('gives the function of an operation the body, whose type is not known', () => {
  requireGrant({
    ...{ accessTokens, grants: approving },
    operation({ body }) {
      expectTypeOf(body).toBeUnknown();
      return { id: 'payment_81' };
    },
  });
});

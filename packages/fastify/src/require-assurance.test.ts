import { err, ok, type Stepward } from '@stepward/core';
import { createOpaqueTokenAuthenticator, userOf } from '@stepward/http';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { requireAssurance, requireGrant } from './index.js';

const accessTokens = createOpaqueTokenAuthenticator(async (token) =>
  token === 'weak' || token === 'strong'
    ? { tenantId: 'acme', identityId: 'ada', assurance: token === 'strong' ? 'aal2' : 'aal1' }
    : null,
);

it.each(['onRequest', 'preHandler'] as const)('protects a route as its %s hook', async (hook) => {
  const app = fastify({ forceCloseConnections: true });
  app.post(
    '/pay',
    { [hook]: requireAssurance({ accessTokens, acr: 'aal2' }) },
    async (request) => ({ paidBy: userOf(request).identityId }),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const pay = (token: string): Promise<Response> =>
    fetch(`${origin}/pay`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  try {
    expect(await (await pay('strong')).json()).toEqual({ paidBy: 'ada' });
    const refused = await pay('weak');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json',
    ]);
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
  } finally {
    await app.close();
  }
});

it('lets the approved operation pass as a preHandler hook', async () => {
  const app = fastify({ forceCloseConnections: true });
  const sessions = createOpaqueTokenAuthenticator(async () => ({
    ...{ tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' },
  }));
  const grants: Pick<Stepward['grants'], 'use'> = {
    use: async ({ grant, operation }) =>
      grant === operation.id
        ? ok({ id: grant, text: '', digest: '' })
        : err({ code: 'grant_mismatch' }),
  };
  const requireApproval = requireGrant({
    ...{ accessTokens: sessions, grants },
    operation: ({ body }) => ({ id: (body as { readonly id: string }).id }),
  });
  app.post('/pay', { preHandler: requireApproval }, async (request) => ({
    paidBy: userOf(request).identityId,
  }));
  const pay = async (grant: string): Promise<unknown> => {
    const headers = { authorization: 'Bearer any', 'stepward-grant': grant };
    const payload = { id: 'payment_81' };
    const response = await app.inject({ method: 'POST', url: '/pay', headers, payload });
    return response.statusCode === 200 ? response.json() : response.statusCode;
  };
  expect(await pay('payment_81')).toEqual({ paidBy: 'ada' });
  expect(await pay('payment_82')).toBe(403);
  expect(await pay('')).toBe(401);
  await app.close();
});

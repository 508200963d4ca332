import { createOpaqueTokenAuthenticator, userOf } from '@stepward/http';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { requireAssurance } from './index.js';

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

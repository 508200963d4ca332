import { demoTokens } from '@stepward/demo-identity';
import { createTestStepward, type TestStepward } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRoutes, type RouteHandler } from '../src/create-routes.js';

describe('route handlers of Next.js', () => {
  let test: TestStepward;
  let routes: ReturnType<typeof createRoutes>;

  beforeEach(async () => {
    test = await createTestStepward();
    await test.addIdentity('ada');
    routes = createRoutes({ stepward: test.stepward, accessTokens: demoTokens });
  });

  const send = (route: RouteHandler, method: string, path: string, token: string, body?: object) =>
    route(
      new Request(`http://localhost:3000${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.7, 198.51.100.2',
          'x-forwarded-proto': 'https',
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );

  it('enrol a phone over the API', async () => {
    const path = '/v1/account/mfa/sms';
    expect((await send(routes.api, 'POST', path, 'ada-password')).status).toBe(201);
    const code = test.sms.lastCode('+14155552671');
    const enrolled = await send(routes.api, 'PUT', path, 'ada-password', { code });
    expect(await enrolled.json()).toMatchObject({ data: { methods: ['sms'] } });
  });

  it('ask for a second factor before a payment', async () => {
    const refused = await send(routes.pay, 'POST', '/payments', 'ada-password');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
    const paid = await send(routes.pay, 'POST', '/payments', 'ada-second-factor');
    expect(await paid.json()).toEqual({ paid: true });
  });

  it('take the address that the proxy added, not the one that the client wrote', async () => {
    await send(routes.api, 'POST', '/v1/account/mfa/sms', 'ada-password');
    const { items } = await test.stepward.authenticationLog.list('acme', {});
    expect(items.map(({ client }) => client?.address)).toEqual(['198.51.100.0/24']);
  });
});

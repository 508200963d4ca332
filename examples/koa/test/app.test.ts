import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTestStepward, type TestStepward } from '@stepward/testing';
import { demoTokens } from '@stepward/demo-identity';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../src/app.js';

describe('Stepward in Koa', () => {
  let test: TestStepward;
  let url: string;

  beforeEach(async () => {
    test = await createTestStepward();
    await test.addIdentity('ada');
    const app = createApp({ stepward: test.stepward, accessTokens: demoTokens });
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });

  const send = (method: string, path: string, token: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('enrols a phone over the API', async () => {
    const started = await send('POST', '/v1/account/mfa/sms', 'ada-password');
    expect(started.status).toBe(201);
    const code = test.sms.lastCode('+14155552671');
    const enrolled = await send('PUT', '/v1/account/mfa/sms', 'ada-password', { code });
    expect(await enrolled.json()).toMatchObject({ data: { methods: ['sms'] } });
  });

  it('asks for a second factor before a payment', async () => {
    const refused = await send('POST', '/payments', 'ada-password');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
    const paid = await send('POST', '/payments', 'ada-second-factor');
    expect(await paid.json()).toEqual({ paid: true });
  });

  it('answers unknown paths itself', async () => {
    expect((await send('GET', '/v1/unknown', 'ada-password')).status).toBe(404);
    expect((await send('GET', '/unknown', 'ada-password')).status).toBe(404);
  });
});

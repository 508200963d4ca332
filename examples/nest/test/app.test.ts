import { NestFactory } from '@nestjs/core';
import { demoTokens } from '@stepward/demo-identity';
import { createTestStepward, type TestStepward } from '@stepward/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AppModule } from '../src/app.module.js';

describe('Stepward in NestJS', () => {
  let test: TestStepward;
  let url: string;

  beforeEach(async () => {
    test = await createTestStepward();
    await test.addIdentity('ada');
    const module = AppModule.with({ stepward: test.stepward, accessTokens: demoTokens });
    const app = await NestFactory.create(module, { logger: false });
    onTestFinished(() => app.close());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });

  const send = (method: string, path: string, token: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('enrols a phone over the API, which a controller then sees', async () => {
    const started = await send('POST', '/identity/v1/account/mfa/sms', 'ada-password');
    expect(started.status).toBe(201);
    const code = test.sms.lastCode('+14155552671');
    const enrolled = await send('PUT', '/identity/v1/account/mfa/sms', 'ada-password', { code });
    expect(enrolled.status).toBe(200);
    const me = await send('GET', '/me', 'ada-password');
    expect(await me.json()).toEqual({ identityId: 'ada', methods: ['sms'] });
  });

  it('asks for a second factor before a payment', async () => {
    const refused = await send('POST', '/payments', 'ada-password');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
    const paid = await send('POST', '/payments', 'ada-second-factor');
    expect(await paid.json()).toEqual({ paid: true });
  });
});

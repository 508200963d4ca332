/** What the tests of the small examples share. */
import type { Stepward } from '@stepward/core';
import type { AccessTokenAuthenticator } from '@stepward/http';
import { createTestStepward, type TestStepward } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoTokens } from './index.js';

/** Starts an app over a Stepward in memory, and returns its address. */
export type Listen = (options: {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
}) => Promise<string>;

/** An app that listens, with the person ada. */
export interface RunningApp {
  readonly test: TestStepward;
  readonly send: (method: string, path: string, token: string, body?: object) => Promise<Response>;
}

export async function runApp(listen: Listen): Promise<RunningApp> {
  const test = await createTestStepward();
  await test.addIdentity('ada');
  const url = await listen({ stepward: test.stepward, accessTokens: demoTokens });
  return {
    test,
    send: (method, path, token, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}

/** Enrols ada's phone over the API, which is mounted below a path. */
export async function enrolPhone({ test, send }: RunningApp, mount: string): Promise<void> {
  const path = `${mount}/v1/account/mfa/sms`;
  expect((await send('POST', path, 'ada-password')).status).toBe(201);
  const code = test.sms.lastCode('+14155552671');
  const enrolled = await send('PUT', path, 'ada-password', { code });
  expect(enrolled.status).toBe(200);
  expect(await enrolled.json()).toMatchObject({ data: { methods: ['sms'] } });
}

/** The tests of an app whose API is mounted below a path, and whose `/payments` asks for a second factor. */
export function describeApp(framework: string, listen: Listen, mount = ''): void {
  describe(`Stepward in ${framework}`, () => {
    let app: RunningApp;

    beforeEach(async () => {
      app = await runApp(listen);
    });

    it('enrols a phone over the API', () => enrolPhone(app, mount));

    it('asks for a second factor before a payment', async () => {
      const refused = await app.send('POST', '/payments', 'ada-password');
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
      const paid = await app.send('POST', '/payments', 'ada-second-factor');
      expect(await paid.json()).toEqual({ paid: true });
    });

    it('answers unknown paths itself', async () => {
      expect((await app.send('GET', `${mount}/v1/unknown`, 'ada-password')).status).toBe(404);
      expect((await app.send('GET', '/unknown', 'ada-password')).status).toBe(404);
    });
  });
}

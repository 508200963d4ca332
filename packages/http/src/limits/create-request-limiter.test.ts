import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createOpaqueTokenAuthenticator } from '../auth/opaque-token-authenticator.js';
import { createHttpApi } from '../create-http-api.js';
import type { HttpApiOptions } from '../http-api-options.js';
import {
  createAccountWorld,
  jsonOf,
  toHttpRequest,
  type AccountWorld,
  type TestRequest,
} from '../../test/worlds/account-world.js';
import { createCustomerWorld, policyOf } from '../../test/worlds/customer-world.js';
import { limitedWorld, MFA, standOf } from '../../test/worlds/limited-world.js';
import type { RequestLimitStore } from '@stepward/core/adapter';

const POLICY: TestRequest = { method: 'GET', path: policyOf('org_main') };

describe('the limits as shipped', () => {
  // standard: asvs/2.4.1
  it('are on without any option', async () => {
    const { stepward } = await createAccountWorld();
    const accessTokens = createOpaqueTokenAuthenticator(async (token) => ({
      tenantId: 'acme',
      identityId: token,
    }));
    const api = createHttpApi({ stepward, accessTokens });
    const statuses = [];
    for (let n = 0; n < 61; n += 1) {
      const response = await api.handle(toHttpRequest({ ...MFA, token: 'ada' }));
      statuses.push(response?.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  });

  it('show the tighter of the two: 60 per token on the Account API, 300 per address on the Customer API', async () => {
    const account = await limitedWorld({});
    const customer = await createCustomerWorld({ rateLimits: {} });
    expect(standOf(await account.call(MFA))).toEqual([200, '60', '59']);
    expect(standOf(await customer.call(POLICY))).toEqual([200, '300', '299']);
  });

  it('are off with false: no headers and no limit', async () => {
    const world = await createAccountWorld({ rateLimits: false });
    for (let n = 0; n < 130; n += 1) {
      expect(standOf(await world.call(MFA))).toEqual([200, undefined, undefined]);
    }
  });
});

describe('every response has the headers', () => {
  const broken = { authenticate: () => Promise.reject(new Error('key server down')) };

  it.each<[number, TestRequest, Partial<HttpApiOptions>]>([
    [200, MFA, {}],
    [200, { ...MFA, method: 'HEAD' }, {}],
    [201, { method: 'POST', path: '/v1/account/mfa/sms' }, {}],
    [400, { ...MFA, headers: { authorization: ['a', 'b'] } }, {}],
    [401, { ...MFA, token: null }, {}],
    [401, { ...MFA, token: 'unknown' }, {}],
    [403, { ...MFA, headers: { 'x-tenant-id': ['globex'] } }, {}],
    [403, { method: 'POST', path: '/v1/account/mfa/sms' }, { requireAccountScopes: true }],
    [404, { method: 'DELETE', path: '/v1/account/mfa/sms' }, {}],
    [405, { method: 'PATCH', path: MFA.path }, {}],
    [413, { method: 'PUT', path: '/v1/account/phone', body: 'x'.repeat(20_000) }, {}],
    [422, { method: 'PUT', path: '/v1/account/phone', body: { phone_number: 'x' } }, {}],
    [500, MFA, { accessTokens: broken }],
  ])('%d of %j', async (status, request, options) => {
    const world = await limitedWorld({}, options);
    const response = await world.call(request);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': expect.stringMatching(/^(60|120)$/),
      'x-ratelimit-remaining': expect.stringMatching(/^(59|119)$/),
      'x-ratelimit-reset': '60',
    });
  });
});

describe('where the store fails', () => {
  const failing: RequestLimitStore = {
    remote: true,
    counter: () => ({ count: () => Promise.reject(new Error('connection refused')) }),
  };
  const hanging: RequestLimitStore = {
    remote: true,
    counter: () => ({ count: () => new Promise(() => undefined) }),
  };
  const reports = ({ log }: AccountWorld) => log.map(({ message }) => message);
  const REPORT = 'the store of the request limits failed';

  it('requests are served all the same, counted in this process, and it is logged once', async () => {
    const world = await limitedWorld({ store: failing });
    for (let remaining = 59; remaining >= 0; remaining -= 1) {
      expect(standOf(await world.call(MFA))).toEqual([200, '60', String(remaining)]);
    }
    expect(standOf(await world.call(MFA))).toEqual([429, '60', '0']);
    expect(reports(world)).toEqual([REPORT]);
    expect(JSON.stringify(world.log)).not.toMatch(/ada-token|192\.0\.2\.1/);
  });

  it('closed: they are answered with 503 before any credential is looked at', async () => {
    const world = await limitedWorld({ store: failing, onStoreError: 'deny' });
    const response = await world.call({ ...MFA, token: null });
    expect(standOf(response)).toEqual([503, '120', '120']);
    expect(jsonOf(response)).toMatchObject({
      code: 'service_unavailable',
      reason: 'request_limits_unavailable',
    });
    expect(reports(world)).toEqual([REPORT]);
  });

  it('so overloading the store does not switch the limits off', async () => {
    const clock = createFixedClock();
    const world = await limitedWorld({ store: hanging, clock });
    const flood = Array.from({ length: 300 }, () => world.call({ ...MFA, token: 'a guess' }));
    await Promise.resolve();
    clock.advance(500);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(120);
  });

  it('a store that hangs counts as failed after 500 ms', async () => {
    const clock = createFixedClock();
    const world = await limitedWorld({ store: hanging, onStoreError: 'deny', clock });
    const called = world.call(MFA);
    clock.advance(499);
    expect(await Promise.race([called, Promise.resolve('waiting')])).toBe('waiting');
    clock.advance(1);
    expect((await called).status).toBe(503);
    expect((await world.call(MFA)).status).toBe(503);
    expect(reports(world)).toEqual([REPORT]);
  });
});

describe('bad options are refused when the API is made', () => {
  it.each<[string, object]>([
    ['limits.account: perCredential must be', { limits: { account: { perCredential: 0 } } }],
    ['limits.customer: perAddress must be', { limits: { customer: { perAddress: 1.5 } } }],
    ['limits.account: there is no option perToken', { limits: { account: { perToken: 5 } } }],
    ['limits: there is no option internal', { limits: { internal: {} } }],
    ['scale must be', { scale: 0 }],
    ['onStoreError must be', { onStoreError: 'sometimes' }],
    ['store must be', { store: {} }],
    ['there is no option limit;', { limit: 5 }],
  ])('%s', async (message, rateLimits) => {
    await expect(createAccountWorld({ rateLimits })).rejects.toThrow(message);
  });
});

it('the Internal API has no limits', async () => {
  const world = await limitedWorld({ limits: { account: { perAddress: 1 } } });
  const challenge = { method: 'POST', path: '/v1/internal/mfa/sms/challenge', token: null };
  for (let n = 0; n < 400; n += 1) {
    expect(standOf(await world.call(challenge))).toEqual([401, undefined, undefined]);
  }
});

it('calls in process are counted by no request limit; the budgets of the domain hold them', async () => {
  const world = await limitedWorld({ limits: { account: { perCredential: 1, perAddress: 1 } } });
  const caller = { tenantId: 'acme', identityId: 'ada', assurance: null };
  for (let n = 0; n < 5; n += 1) {
    expect((await world.stepward.enrolments.status(caller)).isOk()).toBe(true);
  }
  expect((await world.stepward.enrolments.start(caller)).isOk()).toBe(true);
  const again = await world.stepward.enrolments.start(caller);
  expect(again._unsafeUnwrapErr()).toMatchObject({ code: 'send_cooling_down' });
});

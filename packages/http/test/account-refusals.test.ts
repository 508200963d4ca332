import { systemCaller, type Stepward } from '@stepward/core';
import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../src/operations/create-operations.js';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  NO_SESSIONS,
  type AccountWorld,
  type TestRequest,
} from './worlds/account-world.js';
import { exampleBody } from './worlds/example-body.js';

const SMS = '/v1/account/mfa/sms';
const TOTP = '/v1/account/mfa/totp';
const PHONE = '/v1/account/phone';
const NEW_PHONE = '+14155550177';
const MINUTE = 60_000;

const code = '000000';

/** Every operation that asks for the person of a token, with its example body. */
const OPERATIONS: readonly TestRequest[] = describeOperations()
  .filter(({ api, refuses }) => api === 'account' && refuses.includes('identity_unknown'))
  .map((operation) => ({
    method: operation.method,
    path: operation.path.replaceAll(/:\w+/g, 'some-id'),
    body: exampleBody(operation),
  }));

async function refusalOf(world: AccountWorld, request: TestRequest): Promise<unknown> {
  const response = await world.call(request);
  return [response.status, jsonOf(response).reason];
}

describe.each(OPERATIONS)('$method $path', (request) => {
  it.each([
    ['a token whose subject is unknown', 'nobody-token', 401, 'identity_unknown'],
    ['a person who is suspended', 'sam-token', 403, 'identity_suspended'],
  ])('refuses %s', async (_, token, status, reason) => {
    const world = await createAccountWorld({}, { sessions: NO_SESSIONS });
    expect(await refusalOf(world, { ...request, token })).toEqual([status, reason]);
  });
});

/** Suspends Ada and lets her in again: what was pending is withdrawn. */
async function suspendForAWhile({ stepward }: AccountWorld): Promise<void> {
  await putAda(stepward, 'suspended');
  await putAda(stepward, 'active');
}

async function putAda(stepward: Stepward, state: 'active' | 'suspended'): Promise<void> {
  const ada = await stepward.identities.find('acme', 'ada');
  if (ada === null) throw new Error('Ada exists');
  (await stepward.identities.put('acme', { ...ada, state }))._unsafeUnwrap();
}

describe('the enrolment of an authenticator app', () => {
  const start = async (world: AccountWorld): Promise<string> =>
    jsonOf(await world.call({ method: 'POST', path: TOTP })).data.secret;
  const answer = (world: AccountWorld, typed: string) =>
    refusalOf(world, { method: 'PUT', path: TOTP, body: { code: typed } });

  it('is not verified twice', async () => {
    const world = await createAccountWorld();
    const typed = appCode(await start(world), world.clock.now());
    await answer(world, typed);
    expect(await answer(world, typed)).toEqual([409, 'already_enrolled']);
  });

  it('ends after 15 minutes', async () => {
    const world = await createAccountWorld();
    const secret = await start(world);
    world.clock.advance(15 * MINUTE);
    expect(await answer(world, appCode(secret, world.clock.now()))).toEqual([422, 'code_expired']);
  });

  it('ends after five wrong codes', async () => {
    const world = await createAccountWorld();
    await start(world);
    for (let guess = 0; guess < 5; guess += 1) await answer(world, code);
    expect(await answer(world, code)).toEqual([422, 'attempts_exhausted']);
  });

  it('is withdrawn by a suspension', async () => {
    const world = await createAccountWorld();
    const secret = await start(world);
    await suspendForAWhile(world);
    const typed = appCode(secret, world.clock.now());
    expect(await answer(world, typed)).toEqual([422, 'code_withdrawn']);
  });
});

describe('the authenticator apps of a person', () => {
  /** Ada's, each with a name; answers the refusal of the next. */
  async function addApps(world: AccountWorld, count: number): Promise<unknown> {
    for (let app = 1; app <= count; app += 1) {
      const body = { name: `App ${String(app)}` };
      const { secret } = jsonOf(await world.call({ method: 'POST', path: TOTP, body })).data;
      const typed = appCode(secret, world.clock.now());
      const added = await world.call({ method: 'PUT', path: TOTP, body: { code: typed } });
      expect(added.status).toBe(200);
      // Ten starts an hour.
      world.clock.advance(61 * MINUTE);
    }
    return refusalOf(world, { method: 'POST', path: TOTP, body: { name: 'One more' } });
  }

  it('are ten at most', async () => {
    const refusal = await addApps(await createAccountWorld(), 10);
    expect(refusal).toEqual([409, 'too_many_authenticators']);
  });

  it('lose the last one only where the policy does not require a factor', async () => {
    const world = await createAccountWorld({}, { keepLastFactor: true });
    const mfa = { enforcement: 'required' } as const;
    const changed = await world.stepward.tenants.configure(systemCaller('acme'), { mfa });
    expect(changed.isOk()).toBe(true);
    await addApps(world, 1);
    const path = '/v1/account/mfa/authenticators';
    const [app] = jsonOf(await world.call({ method: 'GET', path })).data;
    const refusal = await refusalOf(world, { method: 'DELETE', path: `${path}/${app.id}` });
    expect(refusal).toEqual([409, 'last_factor']);
  });
});

describe('a code for a new phone number', () => {
  const claim = (world: AccountWorld, fields: object = {}) =>
    refusalOf(world, {
      method: 'PUT',
      path: PHONE,
      body: { phone_number: NEW_PHONE, ...fields },
    });

  it('is withdrawn by a suspension', async () => {
    const world = await createAccountWorld();
    await claim(world);
    await suspendForAWhile(world);
    const typed = world.sms.lastCode(NEW_PHONE);
    expect(await claim(world, { code: typed })).toEqual([422, 'code_withdrawn']);
  });

  it("is not sent once the tenant's budget of the day is spent", async () => {
    const world = await createAccountWorld();
    const settings = { sms: { dailyBudget: 0 } };
    const changed = await world.stepward.tenants.configure(systemCaller('acme'), settings);
    expect(changed.isOk()).toBe(true);
    expect(await claim(world)).toEqual([429, 'tenant_send_budget_spent']);
  });
});

it('a client whose messages are not typed in gets 429 for an enrolment and for a new number', async () => {
  const fraudLimits = { blockMs: 120 * MINUTE };
  const world = await createAccountWorld({}, { fraudLimits });
  const monitored = { country: 'monitor', prefix: 'monitor', network: 'monitor' };
  const sms = { fraudGuard: { ...monitored, address: 'enforce' } };
  const changed = await world.stepward.tenants.configure(systemCaller('acme'), { sms });
  expect(changed.isOk()).toBe(true);
  const claim = (last: number, request: Partial<TestRequest> = {}) =>
    refusalOf(world, {
      method: 'PUT',
      path: PHONE,
      body: { phone_number: `+1415555020${String(last)}` },
      ...request,
    });
  for (let count = 0; count < 5; count += 1) {
    expect(await claim(count)).toEqual([202, undefined]);
    world.clock.advance(MINUTE);
  }
  world.clock.advance(3 * MINUTE);
  expect(await claim(5, { token: 'bob-token' })).toEqual([429, 'fraud_guard']);
  world.clock.advance(60 * MINUTE);
  const start = await world.call({ method: 'POST', path: SMS });
  expect([start.status, jsonOf(start).reason]).toEqual([429, 'fraud_guard']);
  expect(start.headers['retry-after']).toBe('3600');
  const elsewhere = await world.call({ method: 'POST', path: SMS, clientAddress: '192.0.2.9' });
  expect(elsewhere.status).toBe(201);
});

it('recovery codes are refused in HIPAA mode where the host forbids them there', async () => {
  const world = await createAccountWorld({}, { recoveryCodes: { forbidInHipaaMode: true } });
  const changed = await world.stepward.tenants.setHipaa(systemCaller('acme'), true, 'a test');
  expect(changed.isOk()).toBe(true);
  await world.call({ method: 'POST', path: SMS });
  const body = { code: world.sms.lastCode(ADA_PHONE) };
  await world.call({ method: 'PUT', path: SMS, body });
  const refusal = await refusalOf(world, {
    method: 'POST',
    path: '/v1/account/mfa/recovery-codes',
  });
  expect(refusal).toEqual([503, 'factor_not_allowed']);
});

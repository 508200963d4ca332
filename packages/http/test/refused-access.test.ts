import { setImmediate } from 'node:timers/promises';
import { systemCaller, type Storage } from '@stepward/core';
import { createMemoryStorage } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAccountWorld,
  jsonOf,
  recordingLogger,
  type AccountWorld,
  type LogLine,
  type TestRequest,
} from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const SECRET = 'a-service-secret-of-at-least-32-characters';
const LOGS: TestRequest = { method: 'GET', path: '/v1/customer/logs' };
const MFA: TestRequest = { method: 'GET', path: '/v1/account/mfa' };
const KEYS: TestRequest = { method: 'POST', path: '/v1/customer/api-keys' };
const APPLICATION = { type: 'system', id: 'authentication_application' };
const ADA = { type: 'identity', id: 'ada' };

let lines: LogLine[];
let world: CustomerWorld;
beforeEach(() => enter());

async function enter(rateLimits: object | false = false, storage?: Storage): Promise<void> {
  lines = [];
  world = await createCustomerWorld(
    { serviceSecrets: [SECRET], tenantDomain: 'example.com', rateLimits },
    { logger: recordingLogger(lines), ...(storage && { storage }) },
  );
}

/** The refused requests in the log of `acme`, as the Customer API shows them. */
async function entriesOf({ call }: Pick<CustomerWorld, 'call'> = world): Promise<
  readonly object[]
> {
  await setImmediate();
  return jsonOf(await call({ ...LOGS, query: 'type=access.refused' })).data;
}

const entry = (fields: object) => ({
  id: expect.any(String),
  at: '2026-01-01T00:00:00.000Z',
  type: 'access.refused',
  factor: null,
  client: { address: '192.0.2.0/24', user_agent: null },
  count: 1,
  ...fields,
});
const keyEntry = (id: string, fields: object) =>
  entry({ identity_id: null, actor: { type: 'api_key', id }, ...fields });

const LISTING = { operation: 'listLogs', route: LOGS.path };

async function deadKey(end: 'revoked' | 'expired'): Promise<{ id: string; secret: string }> {
  const expires = { expires_at: '2026-01-01T00:00:01Z' };
  const made = await world.stepward.apiKeys.create(systemCaller('acme'), {
    name: 'robot',
    scopes: ['logs:read'],
    ...(end === 'expired' && expires),
  });
  const { key, secret } = made._unsafeUnwrap();
  if (end === 'revoked') {
    const revoked = await world.stepward.apiKeys.revoke(systemCaller('acme'), key.id);
    expect(revoked.isOk()).toBe(true);
  }
  return { id: key.id, secret: secret.reveal() };
}

// standard: asvs/16.3.2
describe('an entry of the authentication log is left by', () => {
  it.each(['revoked', 'expired'] as const)('a management key that is %s', async (end) => {
    const { id, secret } = await deadKey(end);
    world.clock.advance(end === 'expired' ? 1_000 : 0);
    expect((await world.call({ ...LOGS, token: secret })).status).toBe(401);
    const at = world.clock.now().toISOString();
    const refused = { ...LISTING, at, status: 401, reason: 'token_invalid' };
    expect(await entriesOf()).toEqual([keyEntry(id, refused)]);
  });

  it('a scope that is missing, a tenant that is another, and a right that is missing', async () => {
    const token = await world.keyWith(['api_keys:write']);
    const [key] = (await world.stepward.apiKeys.list('acme', { limit: 1 })).items;
    await world.call({ ...LOGS, token });
    await world.call({ ...LOGS, token, headers: { 'x-tenant-id': ['globex'] } });
    await world.call({ ...KEYS, token, body: { name: 'more', scopes: ['logs:read'] } });
    const making = { operation: 'createApiKey', route: KEYS.path, status: 403 };
    const expected = [
      { ...LISTING, status: 403, reason: 'insufficient_scope' },
      { ...LISTING, status: 403, reason: 'tenant_mismatch' },
      { ...making, reason: 'scope_not_held' },
    ].map((fields) => keyEntry(key!.id, fields));
    const found = await entriesOf();
    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  // standard: asvs/16.3.3
  it('requests beyond the limit of a credential, which count as one a minute', async () => {
    await enter({ limits: { customer: { perCredential: 1 } } });
    const token = await world.keyWith(['logs:read']);
    for (let each = 0; each < 4; each += 1) await world.call({ ...LOGS, token });
    world.clock.advance(60_000);
    const counted = { ...LISTING, status: 429, reason: 'request_limit_exceeded' };
    const found = (await entriesOf()).map((found) => ({ ...found, at: expect.any(String) }));
    expect(found).toMatchObject([
      { ...counted, count: 2 },
      { ...counted, count: 1 },
    ]);
  });

  it('what a person may not do, and messages beyond a budget', async () => {
    const account = await createAccountWorld({
      requireAccountScopes: true,
      serviceSecrets: [SECRET],
    });
    await account.call({ method: 'POST', path: '/v1/account/mfa/sms' });
    await account.call({ ...MFA, token: 'nobody-token' });
    await enrolSms(account);
    await account.call({
      method: 'POST',
      path: '/v1/internal/mfa/sms/challenge',
      token: null,
      headers: { 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['acme'] },
      body: { identity_id: 'ada', session_id: 's' },
    });
    await setImmediate();
    const { items } = await account.stepward.authenticationLog.list('acme', {
      type: 'access.refused',
    });
    const shown = items.map(({ identityId, actor, reason, refused }) => ({
      identityId,
      actor,
      reason,
      operation: refused?.operation,
      status: refused?.status,
    }));
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        {
          identityId: 'ada',
          actor: ADA,
          reason: 'insufficient_scope',
          operation: 'startSmsEnrolment',
          status: 403,
        },
        {
          identityId: 'nobody',
          actor: { type: 'identity', id: 'nobody' },
          reason: 'identity_unknown',
          operation: 'getMfaStatus',
          status: 401,
        },
        {
          identityId: null,
          actor: APPLICATION,
          reason: 'tenant_send_budget_spent',
          operation: 'challengeSession',
          status: 429,
        },
      ]),
    );
  });
});

/** Enrols Ada, whose tenant has no budget for messages from then on. */
async function enrolSms({ stepward, sms }: AccountWorld): Promise<void> {
  const caller = { tenantId: 'acme', identityId: 'ada', assurance: null };
  (await stepward.enrolments.start(caller))._unsafeUnwrap();
  (await stepward.enrolments.verify(caller, sms.lastCode('+14155550101')))._unsafeUnwrap();
  const noBudget = { sms: { dailyBudget: 0 } };
  (await stepward.tenants.configure(systemCaller('acme'), noBudget))._unsafeUnwrap();
}

describe('the logger alone gets a line, once a minute with their number, for', () => {
  const internal = (headers: Record<string, readonly string[]>): TestRequest => ({
    method: 'POST',
    path: '/v1/internal/mfa/sms/challenge',
    token: null,
    headers: { 'x-tenant-id': ['acme'], ...headers },
    body: { identity_id: 'ada', session_id: 's' },
  });

  // standard: asvs/16.3.2, asvs/16.3.3
  it.each<[string, TestRequest, object]>([
    [
      'a key that is not known, whatever tenant it names',
      { ...LOGS, token: 'service_mgmt_no', headers: { 'x-tenant-id': ['acme'] } },
      { ...LISTING, status: 401, reason: 'token_invalid' },
    ],
    [
      'a token that is not known, whatever host it is sent to',
      { ...LOGS, token: 'no', host: 'acme.example.com' },
      { ...LISTING, status: 401, reason: 'token_invalid' },
    ],
    [
      'a wrong service secret',
      internal({ 'x-internal-service-secret': ['wrong'] }),
      { operation: 'challengeSession', status: 401, reason: 'service_secret_invalid' },
    ],
    [
      'a tenant that is not known',
      internal({ 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['none'] }),
      { operation: 'challengeSession', status: 401, reason: 'tenant_unknown' },
    ],
    [
      'a credential over plain http',
      { ...LOGS, scheme: 'http' },
      { ...LISTING, status: 403, reason: 'tls_required' },
    ],
    [
      'a header that was sent twice',
      { ...LOGS, headers: { 'x-tenant-id': ['acme', 'globex'] } },
      { ...LISTING, status: 400, reason: 'header_duplicated' },
    ],
    [
      'a path that is badly encoded',
      { method: 'DELETE', path: '/v1/customer/api-keys/%E0' },
      { operation: 'revokeApiKey', status: 404, reason: 'path_invalid' },
    ],
    [
      'a body that is no JSON',
      { ...KEYS, body: '{' },
      { operation: 'createApiKey', status: 400, reason: 'body_malformed' },
    ],
    [
      'a body that is too large',
      { ...KEYS, body: 'a'.repeat(300_000) },
      { operation: 'createApiKey', status: 413, reason: 'body_too_large' },
    ],
  ])('%s', async (_, request, expected) => {
    for (let each = 0; each < 3; each += 1) await world.call(request);
    expect(await entriesOf()).toEqual([]);
    world.clock.advance(60_000);
    await setImmediate();
    expect(lines).toMatchObject([
      { level: 'warn', message: 'requests were refused', fields: { ...expected, count: 1 } },
      { level: 'warn', message: 'requests were refused', fields: { ...expected, count: 2 } },
    ]);
  });

  it('requests beyond the limit of an address', async () => {
    await enter({ limits: { customer: { perAddress: 2 } } });
    for (let each = 0; each < 3; each += 1) await world.call(LOGS);
    await setImmediate();
    const refused = { ...LISTING, status: 429, reason: 'request_limit_exceeded', count: 1 };
    expect(lines).toMatchObject([{ fields: refused }]);
    expect((await world.stepward.authenticationLog.list('acme')).items).toEqual([]);
  });
});

it('neither has anything of requests that are let in, that have no credential, or that are only mistaken', async () => {
  await world.call(LOGS);
  await world.call({ ...LOGS, token: null });
  await world.call({ ...LOGS, query: 'limit=0' });
  await world.call({ ...KEYS, body: { name: '' } });
  await world.call({ method: 'DELETE', path: '/v1/customer/api-keys/none' });
  await world.call({ method: 'BREW', path: LOGS.path });
  expect(await entriesOf()).toEqual([]);
  world.clock.advance(60_000);
  await setImmediate();
  expect(lines).toEqual([]);
});

it('an answer is the same whether its entry can be written or not, and does not wait for it', async () => {
  const memory = createMemoryStorage();
  let isHung = false;
  const hanging: Storage = {
    ...memory,
    run: (scope, work) => (isHung ? new Promise(() => undefined) : memory.run(scope, work)),
  };
  await enter(false, hanging);
  const token = await world.keyWith(['organisations:read']);
  const written = await world.call({ ...LOGS, token });
  isHung = true;
  const unwritten = await world.call({ ...LOGS, token, query: 'type=audit' });
  expect(unwritten).toEqual(written);
});

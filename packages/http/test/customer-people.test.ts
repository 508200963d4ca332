import { MANAGEMENT_SCOPES, systemCaller } from '@stepward/core';
import { appCode } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOpaqueTokenAuthenticator } from '../src/auth/opaque-token-authenticator.js';
import { jsonOf, type TestRequest, type TextResponse } from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const ADA = '/v1/customer/identities/ada';
const REASON = { reason: 'lost her phone' };
const SECRET = 'a-service-secret-of-at-least-32-characters';

/** Administrators of `acme`, by their tokens. */
const TOKENS = {
  weak: { identityId: 'root', assurance: 'aal1' },
  strong: { identityId: 'root', assurance: 'aal2' },
  own: { identityId: 'ada', assurance: 'aal2' },
} as const;

let world: CustomerWorld;
beforeEach(() => enter());

/** Makes a world in which Ada has an app. */
async function enter(options: Parameters<typeof createCustomerWorld>[1] = {}): Promise<void> {
  const http = {
    serviceSecrets: [SECRET],
    requireTls: false,
    accessTokens: createOpaqueTokenAuthenticator(async (token) =>
      token in TOKENS
        ? {
            ...TOKENS[token as keyof typeof TOKENS],
            tenantId: 'acme',
            sessionId: 'session-of-root',
            scopes: MANAGEMENT_SCOPES,
          }
        : null,
    ),
  };
  world = await createCustomerWorld(http, options);
  const { identities, totp } = world.stepward;
  const person = { identityId: 'ada', state: 'active', otherFactors: [], locale: null } as const;
  (
    await identities.put('acme', { ...person, phone: null, backupCodesRemaining: 0 })
  )._unsafeUnwrap();
  const caller = { tenantId: 'acme', identityId: 'ada', assurance: null };
  const { secret } = (await totp.start(caller, 'Work phone'))._unsafeUnwrap();
  (await totp.verify(caller, appCode(secret, world.clock.now())))._unsafeUnwrap();
}

const get = (path: string, request: Partial<TestRequest> = {}) =>
  world.call({ method: 'GET', path, ...request });
const post = (path: string, body: unknown, request: Partial<TestRequest> = {}) =>
  world.call({ method: 'POST', path, body, ...request });
const verify = (code: unknown) =>
  post(
    '/v1/internal/mfa/temporary_pass/verify',
    { identity_id: 'ada', session_id: 'session-1', code },
    { token: null, headers: { 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['acme'] } },
  );
const outcome = (response: TextResponse) => [response.status, jsonOf(response).reason];

const NOTHING = {
  identity_id: 'ada',
  enabled: false,
  methods: [],
  backup_codes_remaining: 0,
  authenticators: [],
  guesses: { remaining: 10, resets_at: null },
  suspended: [],
  deadline: null,
  temporary_pass: null,
};

// standard: asvs/15.3.1
it('the record of a person has the authenticators, and neither a number nor a secret', async () => {
  expect(jsonOf(await get(`${ADA}/mfa`))).toEqual({
    data: {
      ...NOTHING,
      enabled: true,
      methods: ['totp'],
      authenticators: [
        {
          id: expect.any(String),
          factor: 'totp',
          name: 'Work phone',
          created_at: world.clock.now().toISOString(),
          last_used_at: null,
          suspended: false,
        },
      ],
    },
  });
});

it('the deadline follows from member_since and the policy of the organisation', async () => {
  const mfa = { enforcement: 'required', unenrolledUserAction: 'block' } as const;
  (await world.stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  await post(`${ADA}/mfa/reset`, REASON);
  const since = '2026-01-01T00:00:00Z';
  const { gracePeriodMs } = (await world.stepward.policies.get('acme', null))._unsafeUnwrap();
  const deadline = new Date(Date.parse(since) + gracePeriodMs).toISOString();
  const see = (query: string) => get(`${ADA}/mfa`, { query });
  expect(jsonOf(await see(`member_since=${since}`)).data.deadline).toBe(deadline);
  expect(outcome(await see('organisation_id=none'))).toEqual([404, 'organisation_not_found']);
  expect(outcome(await see('member_since=soon'))).toEqual([400, 'query_invalid']);
});

it('a reset answers the record that is left', async () => {
  const response = await post(`${ADA}/mfa/reset`, { ...REASON, factors: ['totp'] });
  expect([response.status, jsonOf(response)]).toEqual([200, { data: NOTHING }]);
});

// standard: nist/4.2.1.2-issued, asvs/6.4.1
it('a pass is shown once, verified once, and then for enrolling a factor', async () => {
  const given = await post(`${ADA}/temporary-pass`, { ...REASON, lifetime_minutes: 5 });
  const { pass, expires_at } = jsonOf(given).data;
  expect([given.status, Object.keys(jsonOf(given).data)]).toEqual([201, ['pass', 'expires_at']]);
  expect(Date.parse(expires_at) - world.clock.now().getTime()).toBe(300_000);
  const live = jsonOf(await get(`${ADA}/mfa`)).data;
  expect(live.temporary_pass).toEqual({ expires_at });
  expect(JSON.stringify(live)).not.toContain(pass);
  const verified = await verify(pass);
  expect([verified.status, jsonOf(verified)]).toEqual([
    200,
    { verified: true, purpose: 'enrolment' },
  ]);
  expect(outcome(await verify(pass))).toEqual([404, 'nothing_pending']);
  expect(jsonOf(await get(`${ADA}/mfa`)).data.temporary_pass).toBeNull();
});

it('a pass is withdrawn once, with the record as the answer', async () => {
  const { pass } = jsonOf(await post(`${ADA}/temporary-pass`, REASON)).data;
  const path = `${ADA}/temporary-pass`;
  const withdrawn = await world.call({ method: 'DELETE', path });
  expect([withdrawn.status, jsonOf(withdrawn).data.identity_id]).toEqual([200, 'ada']);
  expect(outcome(await verify(pass))).toEqual([404, 'nothing_pending']);
  expect(outcome(await world.call({ method: 'DELETE', path }))).toEqual([
    404,
    'temporary_pass_not_found',
  ]);
});

describe('an access token', () => {
  const calls: readonly [string, () => Partial<TestRequest> & { path: string; method: string }][] =
    [
      ['GET mfa', () => ({ method: 'GET', path: `${ADA}/mfa` })],
      ['POST reset', () => ({ method: 'POST', path: `${ADA}/mfa/reset`, body: REASON })],
      ['POST pass', () => ({ method: 'POST', path: `${ADA}/temporary-pass`, body: REASON })],
      ['DELETE pass', () => ({ method: 'DELETE', path: `${ADA}/temporary-pass` })],
      ['GET devices', () => ({ method: 'GET', path: `${ADA}/trusted-devices` })],
      ['DELETE device', () => ({ method: 'DELETE', path: `${ADA}/trusted-devices/one` })],
    ];

  it.each(calls)(
    '%s must be at aal2, and on oneself is refused but for reading',
    async (name, call) => {
      const weak = await world.call({ ...call(), token: 'weak' });
      expect(outcome(weak)).toEqual([401, 'assurance_insufficient']);
      expect(weak.headers['www-authenticate']).toContain('acr_values="aal2"');
      const own = await world.call({ ...call(), token: 'own' });
      const refused = [403, 'self_refused'];
      expect(outcome(own)).toEqual(name.startsWith('GET') ? [200, undefined] : refused);
    },
  );

  it('names the administrator in the logs', async () => {
    await post(`${ADA}/mfa/reset`, REASON, { token: 'strong' });
    const logs = (type: string) => get('/v1/customer/logs', { query: `type=${type}` });
    const { data } = jsonOf(await logs('factor.removed'));
    const actor = { type: 'identity', id: 'root' };
    expect(data).toMatchObject([{ factor: 'totp', identity_id: 'ada', actor, ...REASON }]);
    const audit = jsonOf(await logs('identity.mfa_reset')).data;
    expect(audit).toMatchObject([
      { actor, target: 'ada', details: { ...REASON, factors: ['totp'] } },
    ]);
  });
});

describe('a repeated request for a pass', () => {
  const key = { 'idempotency-key': ['k-1'] };
  const give = (token: string) => post(`${ADA}/temporary-pass`, REASON, { token, headers: key });

  it('shows the same pass in the same session, and makes none when that is used or withdrawn', async () => {
    const { pass } = jsonOf(await give('strong')).data;
    expect(jsonOf(await give('strong')).data.pass).toBe(pass);
    expect(outcome(await give('weak'))).toEqual([401, 'assurance_insufficient']);
    await verify(pass);
    expect(jsonOf(await give('strong')).data.pass).toBe(pass);
    expect(jsonOf(await get(`${ADA}/mfa`, { token: 'strong' })).data.temporary_pass).toBeNull();
    const other = { 'idempotency-key': ['k-2'] };
    const next = () => post(`${ADA}/temporary-pass`, REASON, { token: 'strong', headers: other });
    const withdrawn = jsonOf(await next()).data.pass;
    await world.call({ method: 'DELETE', path: `${ADA}/temporary-pass`, token: 'strong' });
    expect(jsonOf(await next()).data.pass).toBe(withdrawn);
    expect(jsonOf(await get(`${ADA}/mfa`, { token: 'strong' })).data.temporary_pass).toBeNull();
  });
});

const HELP = [
  ['GET', 'mfa', undefined],
  ['POST', 'mfa/reset', REASON],
  ['POST', 'temporary-pass', REASON],
  ['DELETE', 'temporary-pass', undefined],
] as const;

it('no administrator at aal1 makes or rotates a management key that helps people', async () => {
  const keys = '/v1/customer/api-keys';
  const body = { name: 'Support', scopes: ['identities:write'] };
  const { id } = jsonOf(await post(keys, body, { token: 'strong' }));
  for (const path of [keys, `${keys}/${id}/rotate`]) {
    const refused = await post(path, path === keys ? body : {}, { token: 'weak' });
    expect(outcome(refused)).toEqual([401, 'assurance_insufficient']);
  }
});

it.each([
  ['another tenant', 'ada', 'globex'],
  ['nobody', 'nobody', 'acme'],
])('a person of %s is not found', async (_, identityId, tenantId) => {
  const token = await world.keyWith(['identities:read', 'identities:write'], tenantId);
  for (const [method, path, body] of HELP) {
    const request = { method, path: `/v1/customer/identities/${identityId}/${path}`, body, token };
    expect(outcome(await world.call(request)), path).toEqual([404, 'identity_not_found']);
  }
});

it('a suspended person gets no pass', async () => {
  const { identities } = world.stepward;
  const ada = (await identities.find('acme', 'ada'))!;
  (await identities.put('acme', { ...ada, state: 'suspended' }))._unsafeUnwrap();
  expect(outcome(await post(`${ADA}/temporary-pass`, REASON))).toEqual([403, 'identity_suspended']);
});

it('a reset whose sessions the service cannot end is unavailable, and removes nothing', async () => {
  const fail = async (): Promise<never> => {
    throw new Error('the store of the sessions is away');
  };
  await enter({ sessions: { list: fail, end: fail, endOthers: fail } });
  expect(outcome(await post(`${ADA}/mfa/reset`, REASON))).toEqual([503, 'sessions_unavailable']);
  expect(jsonOf(await get(`${ADA}/mfa`)).data).toMatchObject({ enabled: true });
});

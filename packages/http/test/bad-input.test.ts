import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpBody } from '../src/http-types.js';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  toHttpRequest,
  type AccountWorld,
  type TestRequest,
} from './worlds/account-world.js';

const SMS = '/v1/account/mfa/sms';
const put = (body: unknown, headers: TestRequest['headers'] = {}): TestRequest => ({
  method: 'PUT',
  path: SMS,
  body,
  headers,
});
const post = (request: Partial<TestRequest>): TestRequest => ({
  method: 'POST',
  path: SMS,
  ...request,
});
const twice = (name: string, value: string): TestRequest =>
  post({ headers: { [name]: [value, value] } });
const authorization = (value: string): TestRequest =>
  post({ token: null, headers: { authorization: [value] } });

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld({ tenantDomain: 'Example.com' });
});

describe('nothing is stored or sent for', () => {
  const cases: readonly [string, TestRequest, string][] = [
    // spec: endpoints/json
    ['no JSON', put('{"code":'), '400 body_malformed'],
    ['an empty body', put(''), '400 body_malformed'],
    ['invalid UTF-8', put(Uint8Array.from([0x22, 0xff, 0x22])), '400 body_malformed'],
    ['very deep JSON', put('['.repeat(16_000)), '400 body_malformed'],
    ['a JSON list', put('[]'), '400 body_invalid'],
    ['deep lists', put('['.repeat(8_000) + ']'.repeat(8_000)), '400 body_invalid'],
    ['JSON null', put('null'), '400 body_invalid'],
    ['a JSON text', put('"123456"'), '400 body_invalid'],
    ['a body of more than 16 KiB', put(`{"code":"${'1'.repeat(16_384)}"}`), '413 body_too_large'],
    [
      'a body without content type',
      put('{}', { 'content-type': [] }),
      '415 media_type_unsupported',
    ],
    // spec: endpoints/json
    [
      'a form',
      put('code=1', { 'content-type': ['application/x-www-form-urlencoded'] }),
      '415 media_type_unsupported',
    ],
    [
      'JSON in another charset',
      put('{}', { 'content-type': ['application/json; charset=latin1'] }),
      '415 media_type_unsupported',
    ],
    [
      'JSON by another name',
      put('{}', { 'content-type': ['application/jsonp'] }),
      '415 media_type_unsupported',
    ],
    [
      'two authorization headers',
      twice('authorization', 'Bearer ada-token'),
      '400 header_duplicated',
    ],
    ['two content types', twice('content-type', 'application/json'), '400 header_duplicated'],
    ['two tenant headers', twice('x-tenant-id', 'acme'), '400 header_duplicated'],
    ['two idempotency keys', twice('idempotency-key', 'k'), '400 header_duplicated'],
    // spec: auth/account
    ['no token', post({ token: null }), '401 token_missing'],
    ['another scheme', authorization('Basic YWRhOnNlY3JldA=='), '401 token_missing'],
    ['a scheme without a token', authorization('Bearer'), '401 token_missing'],
    ['a scheme with spaces alone', authorization('Bearer   '), '401 token_missing'],
    ['an unknown token', post({ token: 'other' }), '401 token_invalid'],
    [
      'two tokens in one header',
      post({ token: 'ada-token, Bearer ada-token' }),
      '401 token_invalid',
    ],
    ['a token longer than 8 KiB', post({ token: 'a'.repeat(8_193) }), '401 token_invalid'],
    // spec: auth/account
    ['a management key', post({ token: 'service_mgmt_key' }), '401 token_invalid'],
    [
      'the token of another tenant',
      post({ token: 'gus-token', headers: { 'x-tenant-id': ['acme'] } }),
      '403 tenant_mismatch',
    ],
    // spec: auth/tenant
    [
      'a tenant header that differs',
      post({ headers: { 'x-tenant-id': ['globex'] } }),
      '403 tenant_mismatch',
    ],
    [
      'a tenant header in other case',
      post({ headers: { 'x-tenant-id': ['Acme'] } }),
      '403 tenant_mismatch',
    ],
    ['an empty tenant header', post({ headers: { 'x-tenant-id': [''] } }), '403 tenant_mismatch'],
    // spec: auth/tenant
    ['a subdomain that differs', post({ host: 'globex.example.com' }), '403 tenant_mismatch'],
    ['a deeper subdomain', post({ host: 'acme.globex.example.com' }), '403 tenant_mismatch'],
    [
      'a subdomain that contradicts the tenant header',
      post({ host: 'globex.example.com', headers: { 'x-tenant-id': ['acme'] } }),
      '403 tenant_mismatch',
    ],
  ];

  it.each(cases)('%s', async (_, request, expected) => {
    const response = await world.call(request);
    expect(`${response.status} ${jsonOf(response).reason}`).toBe(expected);
    // A genuine credential leaves an entry `access.refused`.
    expect(world.unitsOfWork()).toBe(expected === '403 tenant_mismatch' ? 1 : 0);
    expect(world.sms.attempts).toBe(0);
  });
});

describe('the tenant of a request', () => {
  it.each<[string, Partial<TestRequest>]>([
    ['agrees with its header', { headers: { 'x-tenant-id': ['acme'] } }],
    // spec: auth/tenant
    ['agrees with its subdomain', { host: 'acme.example.com' }],
    ['agrees with its subdomain in any case', { host: 'ACME.Example.COM.' }],
    ['is not named by the domain itself', { host: 'example.com' }],
    ['is not named by a host elsewhere', { host: 'globex.example.org' }],
    ['is not named by a host that only ends alike', { host: 'globexample.com' }],
  ])('%s', async (_, request) => {
    expect((await world.call(post(request))).status).toBe(201);
  });
});

describe('a bearer token', () => {
  // spec: auth/account
  it.each(['Bearer ada-token', 'bearer ada-token', 'BEARER  ada-token'])(
    'is taken from "%s"',
    async (header) => {
      expect((await world.call(authorization(header))).status).toBe(201);
    },
  );

  it('that is not there leads to a challenge without an error', async () => {
    const { headers } = await world.call(post({ token: null }));
    expect(headers['www-authenticate']).toBe('Bearer realm="account"');
  });

  it('that is not valid leads to a challenge that says so', async () => {
    const { headers } = await world.call(post({ token: 'other' }));
    expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
  });
});

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
  ])('is read as "%s"', async (type) => {
    const response = await world.call(put({ code: '000000' }, { 'content-type': [type] }));
    expect(jsonOf(response).reason).toBe('nothing_pending');
  });

  // spec: account/post
  it('is not read on a route that has none, whatever it is', async () => {
    const request = post({ body: '{{{', headers: { 'content-type': ['text/plain'] } });
    expect((await world.call(request)).status).toBe(201);
    expect(world.bodiesRead()).toBe(0);
  });

  it.each([
    ['a doubled key', (code: string) => `{"code":"x","code":"${code}"}`],
    ['__proto__', (code: string) => `{"__proto__":{"identity_id":"bob"},"code":"${code}"}`],
    ['constructor', (code: string) => `{"constructor":{"prototype":{}},"code":"${code}"}`],
    [
      'identity and tenant',
      (code: string) => `{"identity_id":"bob","tenant_id":"globex","code":"${code}"}`,
    ],
  ])('may hold %s, without harm', async (_, bodyWith) => {
    await world.call(post({}));
    const response = await world.call(put(bodyWith(world.sms.lastCode(ADA_PHONE))));
    expect(response.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'identity_id')).toBe(false);
    const bob = await world.call({ method: 'GET', path: '/v1/account/mfa', token: 'bob-token' });
    expect(jsonOf(bob).data.enabled).toBe(false);
  });

  // standard: asvs/1.5.2, asvs/15.3.6
  it('whose code hides in __proto__ has no code', async () => {
    await world.call(post({}));
    const code = world.sms.lastCode(ADA_PHONE);
    const response = await world.call(put(`{"__proto__":{"code":"${code}"}}`));
    expect(jsonOf(response).reason).toBe('code_malformed');
  });

  it.each<[string, HttpBody, string]>([
    ['that ended early is 400', { type: 'incomplete' }, '400 body_incomplete'],
    [
      'that a parser of the host read is taken',
      { type: 'parsed', value: { code: '1' } },
      '404 nothing_pending',
    ],
    [
      'that such a parser found empty is 400',
      { type: 'parsed', value: undefined },
      '400 body_malformed',
    ],
  ])('%s', async (_, body, expected) => {
    const request = toHttpRequest(put({ code: '000000' }));
    const response = await world.api.handle({ ...request, readBody: async () => body });
    expect(`${response!.status} ${jsonOf(response!).reason}`).toBe(expected);
  });
});

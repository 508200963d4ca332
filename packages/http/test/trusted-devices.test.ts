import { MANAGEMENT_SCOPES, systemCaller, type Identity } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAccountWorld,
  jsonOf,
  type AccountWorld,
  type TextResponse,
} from './worlds/account-world.js';

const SECRET = 'a-service-secret-of-the-unit-tests-0123456789';
const MANAGER = systemCaller('acme');
const OWN = '/v1/account/trusted-devices';
const OF_ADA = '/v1/customer/identities/ada/trusted-devices';
const INTERNAL = '/v1/internal/trusted-devices';
const ADA = { identity_id: 'ada', proven: ['totp'] };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: AccountWorld;
let key: string;

beforeEach(async () => {
  world = await createAccountWorld({ serviceSecrets: [SECRET] });
  const { stepward } = world;
  const mfa = { trustedDeviceDays: 30 };
  (await stepward.tenants.configure(MANAGER, { mfa }))._unsafeUnwrap();
  await become({ otherFactors: ['totp'] });
  const made = await stepward.apiKeys.create(MANAGER, { name: 'CI', scopes: MANAGEMENT_SCOPES });
  key = made._unsafeUnwrap().secret.reveal();
});

async function become(change: Partial<Identity>): Promise<void> {
  const ada = await world.stepward.identities.find('acme', 'ada');
  if (ada === null) throw new Error('ada is there');
  (await world.stepward.identities.put('acme', { ...ada, ...change }))._unsafeUnwrap();
}

const post = (path: string, body: object): Promise<TextResponse> =>
  world.call({
    method: 'POST',
    path: `${INTERNAL}${path}`,
    token: null,
    headers: { 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['acme'] },
    body,
  });
const trust = async (change: object = {}) => jsonOf(await post('', { ...ADA, ...change }));
const check = async (token: unknown, identityId = 'ada') =>
  jsonOf(await post('/check', { identity_id: identityId, token }));
const outcome = (response: TextResponse) => [response.status, jsonOf(response).reason];
const asAdmin = (method: string, path: string) => world.call({ method, path, token: key });

describe('the authentication application', () => {
  it('trusts a browser, and finds it by its token', async () => {
    const response = await post('', { ...ADA, user_agent: FIREFOX });
    const { token, ...device } = jsonOf(response);
    expect([response.status, device]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Firefox, Linux',
        trusted_at: world.clock.now().toISOString(),
        expires_at: new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString(),
        last_used_at: null,
      },
    ]);
    expect(await check(token)).toEqual({
      trusted_device: { ...device, last_used_at: world.clock.now().toISOString() },
    });
    for (const other of [await check(token, 'bob'), await check('a cookie')]) {
      expect(other).toEqual({ trusted_device: null });
    }
  });

  it.each([
    ['of a person who is not there', { identity_id: 'nobody' }, 404, 'identity_not_found'],
    ['of a suspended person', { identity_id: 'sam' }, 403, 'identity_suspended'],
    ['of no organisation', { organisation_id: 'none' }, 404, 'organisation_not_found'],
    ['with 65 characters as its name', { name: 'x'.repeat(65) }, 422, 'name_malformed'],
    ['without a proof', { proven: [] }, 409, 'factor_not_proven'],
    ['by a pass', { proven: ['temporary_pass'] }, 409, 'factor_not_proven'],
    ['by a factor of another name', { proven: ['password'] }, 400, 'body_invalid'],
  ])('does not trust a browser %s', async (_, change, status, reason) => {
    expect(outcome(await post('', { ...ADA, ...change }))).toEqual([status, reason]);
  });

  it('trusts no browser where the policy allows none', async () => {
    const mfa = { trustedDeviceDays: 0 };
    (await world.stepward.tenants.configure(MANAGER, { mfa }))._unsafeUnwrap();
    expect(outcome(await post('', ADA))).toEqual([403, 'trusted_devices_not_allowed']);
  });
});

it('a person lists the browsers, the oldest first, without their tokens, and ends one', async () => {
  const { token, ...laptop } = await trust({ name: 'Laptop' });
  world.clock.advance(1);
  const { token: other, ...phone } = await trust({ name: 'Phone' });
  const list = async () => jsonOf(await world.call({ method: 'GET', path: OWN }));
  expect(await list()).toEqual({ data: [laptop, phone] });

  const end = () => world.call({ method: 'DELETE', path: `${OWN}/${laptop.id}` });
  const ended = await end();
  expect([ended.status, jsonOf(ended)]).toEqual([200, { data: { ended: true } }]);
  expect(outcome(await end())).toEqual([404, 'trusted_device_not_found']);
  expect(await list()).toEqual({ data: [phone] });
  expect((await check(token)).trusted_device).toBeNull();
  expect((await check(other)).trusted_device.name).toBe('Phone');
});

it('an administrator lists the browsers of a person, and ends one; a reset ends all', async () => {
  const { token, ...laptop } = await trust();
  world.clock.advance(1);
  const { token: second, ...phone } = await trust();
  expect(jsonOf(await asAdmin('GET', OF_ADA))).toEqual({ data: [laptop, phone] });
  const ended = await asAdmin('DELETE', `${OF_ADA}/${laptop.id}`);
  expect([ended.status, jsonOf(ended)]).toEqual([200, { data: [phone] }]);
  expect((await check(token)).trusted_device).toBeNull();
  const reset = { method: 'POST', path: '/v1/customer/identities/ada/mfa/reset', token: key };
  await world.call({ ...reset, body: { reason: 'lost her laptop' } });
  expect(jsonOf(await asAdmin('GET', OF_ADA))).toEqual({ data: [] });
  expect((await check(second)).trusted_device).toBeNull();
});

it.each([
  ['GET', '/v1/customer/identities/nobody/trusted-devices', 'identity_not_found'],
  ['DELETE', '/v1/customer/identities/nobody/trusted-devices/one', 'identity_not_found'],
  ['DELETE', `${OF_ADA}/one`, 'trusted_device_not_found'],
])('%s %s is 404 %s for an administrator', async (method, path, reason) => {
  expect(outcome(await asAdmin(method, path))).toEqual([404, reason]);
});

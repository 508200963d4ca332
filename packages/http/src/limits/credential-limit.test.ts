import { describe, expect, it } from 'vitest';
import { createOpaqueTokenAuthenticator } from '../auth/opaque-token-authenticator.js';
import { jsonOf, type TestRequest } from '../../test/worlds/account-world.js';
import { createCustomerWorld, policyOf } from '../../test/worlds/customer-world.js';
import { callFrom, limitedWorld, MFA, standOf } from '../../test/worlds/limited-world.js';

const POLICY: TestRequest = { method: 'GET', path: policyOf('org_main') };

/** What is different about the request that finds its limit spent. */
type Changed = Partial<TestRequest> & {
  readonly address?: string;
  readonly authorization?: string;
};

describe('the limit of a credential', () => {
  const rateLimits = { limits: { account: { perCredential: 2 } } };

  it('lets exactly the limit through, and says when to retry', async () => {
    const world = await limitedWorld(rateLimits);
    expect(standOf(await world.call(MFA))).toEqual([200, '2', '1']);
    expect(standOf(await world.call(MFA))).toEqual([200, '2', '0']);
    const refused = await world.call(MFA);
    expect(standOf(refused)).toEqual([429, '2', '0']);
    expect(jsonOf(refused)).toMatchObject({
      code: 'rate_limited',
      reason: 'request_limit_exceeded',
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers['x-ratelimit-reset']).toBe(refused.headers['retry-after']);
  });

  it.each<[string, Changed]>([
    ['the token is written differently', { token: null, authorization: 'BEARER   ada-mfa-token' }],
    ['it is another token of the same person and session', { token: 'ada-aal1-token' }],
    ['the address is another', { address: '198.51.100.7' }],
    ['the operation is another', { method: 'POST', path: '/v1/account/mfa/sms' }],
    ['the method is HEAD', { method: 'HEAD' }],
    ['a query goes with it', { query: 'again=1' }],
  ])('is the same where %s', async (_, { address = '192.0.2.1', authorization, ...changed }) => {
    const world = await limitedWorld(rateLimits);
    for (let n = 0; n < 2; n += 1) await world.call({ ...MFA, token: 'ada-mfa-token' });
    const headers = authorization === undefined ? {} : { authorization: [authorization] };
    const request = { ...MFA, token: 'ada-mfa-token', headers, ...changed };
    expect((await callFrom(world, address, request)).status).toBe(429);
  });

  it.each(['bob-token', 'gus-token', 'ada-token'])(
    'is another one for %s: another person, tenant or session',
    async (token) => {
      const world = await limitedWorld(rateLimits);
      for (let n = 0; n < 3; n += 1) await world.call({ ...MFA, token: 'ada-mfa-token' });
      expect(standOf(await world.call({ ...MFA, token }))).toEqual([200, '2', '1']);
    },
  );

  // spec: limits/request-rate
  it('is one per key on the Customer API, and keys of two tenants do not share it', async () => {
    const world = await createCustomerWorld({
      rateLimits: { limits: { customer: { perCredential: 1 } } },
    });
    const scopes = ['organisations:read'] as const;
    const keys = [await world.keyWith(scopes), await world.keyWith(scopes)];
    const theirs = await world.keyWith(scopes, 'globex');
    for (const token of keys) {
      expect((await world.call({ ...POLICY, token })).status).toBe(200);
      expect((await world.call({ ...POLICY, token })).status).toBe(429);
    }
    const path = policyOf('org_globex');
    expect((await world.call({ method: 'GET', path, token: theirs })).status).toBe(200);
  });

  it('is not shared by two tenants that use one id', async () => {
    const tenants: Readonly<Record<string, string>> = { 'token-1': 'acme', 'token-2': 'globex' };
    const accessTokens = createOpaqueTokenAuthenticator(async (token) => ({
      tenantId: tenants[token] ?? 'nobody',
      identityId: 'same-id',
    }));
    const world = await limitedWorld(
      { limits: { account: { perCredential: 1 } } },
      { accessTokens },
    );
    const reasonFor = async (token: string) => jsonOf(await world.call({ ...MFA, token })).reason;
    expect(await reasonFor('token-1')).toBe('identity_unknown');
    expect(await reasonFor('token-1')).toBe('request_limit_exceeded');
    expect(await reasonFor('token-2')).toBe('identity_unknown');
  });
});

/** That each operation asks for its scope is shown for all of them: `test/walks/access.int.test.ts`. */
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

const POLICY = policyOf('org_main');

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

describe('an access token', () => {
  it('is good with the scopes that it has', async () => {
    const get = { method: 'GET', path: POLICY, token: 'reader-token' };
    expect((await world.call(get)).status).toBe(200);
    expect((await world.call({ ...get, method: 'DELETE' })).status).toBe(403);
  });

  it('that begins like a management key never reaches the authenticator of the host', async () => {
    const seen: string[] = [];
    world = await createCustomerWorld({
      accessTokens: {
        authenticate: async (token) => {
          seen.push(token);
          return { refused: 'unknown' };
        },
      },
    });
    for (const token of ['service_mgmt_other', 'other']) {
      await world.call({ method: 'GET', path: POLICY, token });
    }
    expect(seen).toEqual(['other']);
  });
});

describe('the order of refusals', () => {
  const broken = {
    body: '{{{',
    headers: { 'x-tenant-id': ['globex'], 'content-type': ['text/plain'] },
  };
  const path = policyOf('org_%zz');

  it('is method, headers, credential, tenant, scope, path, body', async () => {
    const reader = await world.keyWith(['organisations:read']);
    const writer = await world.keyWith(['organisations:write']);
    const twice = { ...broken.headers, authorization: ['Bearer a', 'Bearer b'] };
    const { headers: _, ...rest } = broken;
    const steps = [
      { method: 'POST', path, headers: twice },
      { method: 'PUT', path, ...broken, headers: twice },
      { method: 'PUT', path, ...broken, token: null },
      { method: 'PUT', path, ...broken, token: reader },
      { method: 'PUT', path, ...rest, token: reader },
      { method: 'PUT', path, ...rest, token: writer },
      { method: 'PUT', path: policyOf('org_nowhere'), ...rest, token: writer },
      { method: 'PUT', path: policyOf('org_nowhere'), body: { x: 1 }, token: writer },
    ];
    const reasons: unknown[] = [];
    for (const step of steps) reasons.push(jsonOf(await world.call(step)).reason);
    expect(reasons).toEqual([
      'method_not_allowed',
      'header_duplicated',
      'token_missing',
      'tenant_mismatch',
      'insufficient_scope',
      'path_invalid',
      'body_malformed',
      'organisation_not_found',
    ]);
  });
});

/** That each operation asks for its scope is proven over sockets too, with what is stored: `test/customer-api/access.int.test.ts`. */
import { MANAGEMENT_SCOPES, systemCaller } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeOperations } from '../src/operations/create-operations.js';
import type { AnyOperation } from '../src/operations/operation.js';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';
import { exampleBody } from './worlds/example-body.js';

const POLICY = policyOf('org_main');
const operations = describeOperations().filter(({ api }) => api === 'customer');

let world: CustomerWorld;
let webhookId: string;
let deliveryId: string;
beforeEach(async () => {
  world = await createCustomerWorld();
  const { subscribers, deliveries, identities } = world.stepward;
  const person = { identityId: 'ada', state: 'active', otherFactors: [], locale: null } as const;
  (
    await identities.put('acme', { ...person, phone: null, backupCodesRemaining: 0 })
  )._unsafeUnwrap();
  const made = await subscribers.create(systemCaller('acme'), { url: 'https://example.com/in' });
  webhookId = made._unsafeUnwrap().subscriber.id;
  const queued = await deliveries.sendTest(systemCaller('acme'), webhookId);
  deliveryId = queued._unsafeUnwrap().id;
});

const callWith = (token: string, operation: AnyOperation) => {
  const path = operation.path
    .replace(':orgId', 'org_main')
    .replace(':webhookId', webhookId)
    .replace(':deliveryId', deliveryId)
    .replace(':identityId', 'ada')
    .replaceAll(/:\w+/g, 'unknown');
  return world.call({ method: operation.method, path, token, body: exampleBody(operation) });
};

describe('a key that only reads', () => {
  it.each(operations)('is good for $method $path where that reads', async (operation) => {
    const reading = MANAGEMENT_SCOPES.filter((scope) => scope.endsWith(':read'));
    const { status } = await callWith(await world.keyWith(reading), operation);
    expect(status).toBe(operation.scope?.endsWith(':read') === true ? 200 : 403);
  });
});

describe('no operation is open', () => {
  it.each(['other', 'service_mgmt_', `service_mgmt_${'a'.repeat(43)}`, 'a'.repeat(9_000)])(
    'to an invalid credential: %.20s',
    async (token) => {
      for (const operation of operations) {
        const response = await callWith(token, operation);
        expect([response.status, jsonOf(response).reason]).toEqual([401, 'token_invalid']);
        expect(response.headers['www-authenticate']).toBe(
          'Bearer error="invalid_token", error_description="the access token is not valid", ' +
            'realm="customer"',
        );
      }
    },
  );
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
    await callWith('service_mgmt_other', operations[0]!);
    await callWith('other', operations[0]!);
    expect(seen).toEqual(['other']);
  });
});

describe('on the Account API', () => {
  it('a management key is never good, whatever its scopes', async () => {
    const token = await world.keyWith(MANAGEMENT_SCOPES);
    const response = await world.call({ method: 'GET', path: '/v1/account/mfa', token });
    expect([response.status, jsonOf(response).reason]).toEqual([401, 'token_invalid']);
    expect(response.headers['www-authenticate']).toContain('realm="account"');
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

import { MANAGEMENT_SCOPES, systemCaller } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

const PASSWORD = '/v1/customer/settings/password-policy';

let world: CustomerWorld;
let globexKey: string;
beforeEach(async () => {
  world = await createCustomerWorld({ tenantDomain: 'example.com' });
  globexKey = await world.keyWith(MANAGEMENT_SCOPES, 'globex');
});

describe('the tenant of a management key', () => {
  // spec: auth/tenant
  it('is the one that is read and changed, whatever the body names', async () => {
    const before = jsonOf(await world.call({ method: 'GET', path: PASSWORD }));
    const response = await world.call({
      method: 'PUT',
      path: PASSWORD,
      token: globexKey,
      body: { tenant_id: 'acme', minLength: 20 },
    });
    expect(jsonOf(response)).toMatchObject({ tenant_id: 'globex', minLength: 20 });
    expect(jsonOf(await world.call({ method: 'GET', path: PASSWORD }))).toEqual(before);
  });

  it('has its own organisations alone', async () => {
    const get = (id: string) => world.call({ method: 'GET', path: policyOf(id), token: globexKey });
    expect((await get('org_globex')).status).toBe(200);
    expect((await get('org_main')).status).toBe(404);
  });

  it.each([
    ['the header', { headers: { 'x-tenant-id': ['acme'] } }],
    ['the host name', { host: 'acme.example.com' }],
    ['one of both', { headers: { 'x-tenant-id': ['globex'] }, host: 'acme.example.com' }],
    ['an empty header', { headers: { 'x-tenant-id': [''] } }],
  ])('cannot be another by %s: 403, and nothing is stored', async (_, named) => {
    const response = await world.call({
      method: 'PUT',
      path: PASSWORD,
      token: globexKey,
      body: { minLength: 20 },
      ...named,
    });
    expect([response.status, jsonOf(response).reason]).toEqual([403, 'tenant_mismatch']);
    const { password } = await world.stepward.tenants.find('globex');
    expect(password.minLength).toBe(8);
  });

  it.each([
    ['the header', { headers: { 'x-tenant-id': ['globex'] } }],
    ['the host name', { host: 'globex.example.com' }],
  ])('may be repeated by %s', async (_, named) => {
    const response = await world.call({
      method: 'GET',
      path: PASSWORD,
      token: globexKey,
      ...named,
    });
    expect(response.status).toBe(200);
  });

  it('cannot end keys of another', async () => {
    const { items } = await world.stepward.apiKeys.list('acme', { limit: 1, position: null });
    const path = `/v1/customer/api-keys/${items[0]!.id}`;
    const answers = [
      await world.call({ method: 'DELETE', path, token: globexKey }),
      await world.call({ method: 'POST', path: `${path}/rotate`, token: globexKey }),
    ];
    expect(answers.map((answer) => [answer.status, jsonOf(answer).reason])).toEqual([
      [404, 'api_key_not_found'],
      [404, 'api_key_not_found'],
    ]);
    expect((await world.call({ method: 'GET', path: PASSWORD })).status).toBe(200);
  });

  // standard: asvs/8.2.2
  it("cannot see, change or use another's subscribers and deliveries: each is unknown", async () => {
    const caller = systemCaller('acme');
    const { subscribers, deliveries } = world.stepward;
    const made = await subscribers.create(caller, { url: 'https://example.com/in' });
    const { id } = made._unsafeUnwrap().subscriber;
    const delivery = (await deliveries.sendTest(caller, id))._unsafeUnwrap();
    const path = `/v1/customer/webhooks/${id}`;
    const one = `${path}/deliveries/${delivery.id}`;
    const everything = async () => ({
      subscriber: await subscribers.get('acme', id),
      delivery: await deliveries.get('acme', id, delivery.id),
      logs: jsonOf(await world.call({ method: 'GET', path: '/v1/customer/logs' })),
    });
    const before = await everything();
    for (const request of [
      { method: 'GET', path },
      { method: 'PATCH', path, body: { enabled: false } },
      { method: 'DELETE', path },
      { method: 'POST', path: `${path}/rotate-secret` },
      { method: 'POST', path: `${path}/test` },
      { method: 'POST', path: `${path}/replay`, body: { since: '2026-01-01T00:00:00Z' } },
      { method: 'GET', path: `${path}/deliveries` },
      { method: 'GET', path: one },
      { method: 'POST', path: `${one}/replay` },
    ]) {
      const answer = await world.call({ ...request, token: globexKey });
      expect([answer.status, jsonOf(answer).reason]).toEqual([404, 'subscriber_not_found']);
    }
    expect(await everything()).toEqual(before);
  });

  it('has its own log, keys and events alone', async () => {
    for (const path of ['/v1/customer/logs', '/v1/customer/api-keys', '/v1/customer/events']) {
      const response = await world.call({ method: 'GET', path, token: globexKey });
      expect(jsonOf(response).data).toHaveLength(1);
    }
  });
});

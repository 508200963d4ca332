import { MANAGEMENT_SCOPES } from '@stepward/core';
import { expect, it } from 'vitest';
import { createFetchHandler } from '../src/fetch/fetch-handler.js';
import { createCustomerWorld, policyOf } from './worlds/customer-world.js';

it('the Customer API answers through the fetch handler, with path, query and body', async () => {
  const world = await createCustomerWorld();
  const key = await world.keyWith(MANAGEMENT_SCOPES);
  await world.stepward.organisations.put('acme', 'a b');
  const handler = createFetchHandler(world.api);
  const fetch = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await handler(
      new Request(`https://api.example.com${path}`, { headers, ...init }),
    );
    return [response.status, await response.json()];
  };
  const body = JSON.stringify({ mfa_policy: 'always' });
  expect(await fetch(policyOf('a%20b'), { method: 'PUT', body })).toMatchObject([
    200,
    { org_id: 'a b', mfaPolicy: 'always' },
  ]);
  expect(await fetch('/v1/customer/logs?limit=1')).toMatchObject([
    200,
    { data: [{ target: 'a b' }], pagination: { has_more: true } },
  ]);
  const post = { method: 'POST', body: '{"url":"https://example.com/in"}' };
  const [, made] = await fetch('/v1/customer/webhooks', post);
  const { id } = made as { readonly id: string };
  const patch = { method: 'PATCH', body: '{"description":"Billing"}' };
  expect(await fetch(`/v1/customer/webhooks/${id}`, patch)).toMatchObject([
    200,
    { description: 'Billing' },
  ]);
  const bare = { method: 'POST', headers: { authorization: `Bearer ${key}` } };
  expect(await fetch(`/v1/customer/webhooks/${id}/rotate-secret`, bare)).toMatchObject([
    200,
    { id, secret: expect.any(String) },
  ]);
});

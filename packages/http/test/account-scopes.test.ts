import { describe, expect, it } from 'vitest';
import { describeOperations } from '../src/operations/create-operations.js';
import { createAccountWorld, jsonOf } from './worlds/account-world.js';

describe('where the host asks for account scopes', () => {
  const scoped = describeOperations().filter(
    ({ api, scope }) => api === 'account' && scope !== null,
  );

  it.each(scoped)('$method $path is refused without $scope', async ({ method, path, scope }) => {
    const token = scope === 'account.mfa:write' ? 'ada-token' : 'ada-mfa-token';
    const world = await createAccountWorld({ requireAccountScopes: true });
    const response = await world.call({ method, path, token, body: {} });
    expect([response.status, jsonOf(response).reason]).toEqual([403, 'insufficient_scope']);
    expect(response.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="${scope}", realm="account"`,
    );
    expect(world.unitsOfWork()).toBe(0);
  });

  it.each([
    ['GET', '/v1/account/mfa', 'ada-token', 200],
    ['POST', '/v1/account/mfa/sms', 'ada-mfa-token', 201],
  ])('%s %s with %s goes through', async (method, path, token, status) => {
    const world = await createAccountWorld({ requireAccountScopes: true });
    expect((await world.call({ method, path, token })).status).toBe(status);
  });
});

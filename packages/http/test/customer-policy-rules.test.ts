/**
 * How the rules of a policy show over HTTP. The rules themselves are proven field by field in core (`change-policy.test.ts`), and
 * over sockets in `test/customer-api/policy-fields.int.test.ts`.
 */
import { systemCaller, type TenantChange } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const path = policyOf('org_main');
const get = async (of = path) => jsonOf(await world.call({ method: 'GET', path: of }));
const put = (body: object) => world.call({ method: 'PUT', path, body });
const configure = async (change: TenantChange): Promise<void> => {
  (await world.stepward.tenants.configure(systemCaller('acme'), change))._unsafeUnwrap();
};

it('an override of one organisation leaves the policy of another as it was', async () => {
  const untouched = await get(policyOf('org_other'));
  expect(jsonOf(await put({ passwordMinLength: 20 })).passwordMinLength).toBe(20);
  expect(await get(policyOf('org_other'))).toEqual(untouched);
});

describe('an organisation may not have', () => {
  it('an empty set of factors where one is required', async () => {
    const response = await put({ mfaEnforcement: 'required', allowedFactors: [] });
    expect(jsonOf(response).errors).toEqual([
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ]);
  });

  it('several things at once: all of them are named, and nothing of the good ones is stored', async () => {
    const before = await get();
    const response = await put({
      passwordMinLength: 9,
      password_max_age_days: 0,
      session_timeout_minutes: 4,
      mfaPolicy: 'always',
    });
    expect(
      jsonOf(response)
        .errors.map(({ field }: { field: string }) => field)
        .sort(),
    ).toEqual(['passwordMinLength', 'password_max_age_days', 'session_timeout_minutes']);
    expect(await get()).toEqual(before);
  });
});

describe('when the tenant becomes stricter', () => {
  it('its value shows as inherited, and the override comes back when it relaxes', async () => {
    await put({ passwordMinLength: 12 });
    await configure({ password: { minLength: 16 } });
    const clamped = await get();
    expect([clamped.passwordMinLength, clamped._inherited.passwordMinLength]).toEqual([16, true]);
    await configure({ password: { minLength: 10 } });
    const relaxed = await get();
    expect([relaxed.passwordMinLength, relaxed._inherited.passwordMinLength]).toEqual([12, false]);
  });
});

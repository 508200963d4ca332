import { MANAGEMENT_SCOPES, systemCaller } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachFieldOf, initialOf } from '../../../test/specification/policy-field-rules.js';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const pathOf = (name: string): string => `/v1/customer/settings/${name}`;
const get = async (name: string, token?: string) =>
  jsonOf(await world.call({ method: 'GET', path: pathOf(name), ...(token && { token }) }));
const put = (name: string, body: object, token?: string) =>
  world.call({ method: 'PUT', path: pathOf(name), body, ...(token && { token }) });

/** The defaults of the specification, but for what `acme` has changed. */
const PASSWORD = {
  tenant_id: 'acme',
  ...eachFieldOf('password', 'name', initialOf),
  minLength: 10,
  requireNumber: true,
  hibpCheck: false,
  maxAgeDays: 90,
  disallowReuse: 5,
  minLengthWithoutMfa: 8,
};
const MFA = {
  tenant_id: 'acme',
  ...eachFieldOf('mfa', 'wire', initialOf),
  require_phone_verification: true,
};
const SMS = {
  tenant_id: 'acme',
  enabled: false,
  mfa_enabled: false,
  app_name: 'Stepward',
  origin_host: null,
  app_hash: null,
  templates: {},
  allowed_countries: null,
  denied_prefixes: [],
  daily_budget: 1_000,
  fraud_guard: { country: 'monitor', prefix: 'monitor', address: 'monitor', network: 'monitor' },
  country_modes: {},
  message_lengths: { '*': { encoding: 'gsm7', length: 55, segments: 1 } },
};

const ENFORCED = { country: 'off', prefix: 'enforce', address: 'enforce', network: 'enforce' };

describe('a record of the tenant', () => {
  it.each([
    ['password-policy', PASSWORD],
    ['mfa-policy', MFA],
    ['sms', SMS],
  ])('%s is read as a whole, without a wrapper, in its order', async (name, expected) => {
    const body = await get(name);
    expect(body).toEqual(expected);
    expect(Object.keys(body)).toEqual(Object.keys(expected));
  });

  it.each([
    ['password-policy', { minLength: 128, max_age_days: 0 }, { minLength: 128, maxAgeDays: 0 }],
    [
      'password-policy',
      { require_symbol: true, disallowReuse: 0 },
      { requireSymbol: true, disallowReuse: 0 },
    ],
    [
      'mfa-policy',
      { enforcement: 'required', allowedFactors: ['sms', 'totp'], preferred_factor: 'sms' },
      { enforcement: 'required', allowed_factors: ['sms', 'totp'], preferred_factor: 'sms' },
    ],
    [
      'mfa-policy',
      { sessionTimeoutMinutes: 5, session_idle_timeout_minutes: 1 },
      { session_timeout_minutes: 5, session_idle_timeout_minutes: 1 },
    ],
    [
      'sms',
      { enabled: true, mfaEnabled: true, appName: 'Acme', origin_host: 'acme.example.com' },
      { enabled: true, mfa_enabled: true, app_name: 'Acme', origin_host: 'acme.example.com' },
    ],
    [
      'sms',
      { allowed_countries: ['DE'], deniedPrefixes: ['+1900'], daily_budget: 5 },
      { allowed_countries: ['DE'], denied_prefixes: ['+1900'], daily_budget: 5 },
    ],
    ['sms', { appHash: 'FA+9qCX9VSu' }, { app_hash: 'FA+9qCX9VSu' }],
    ['sms', { fraudGuard: ENFORCED }, { fraud_guard: ENFORCED }],
    ['sms', { country_modes: { DE: 'block' } }, { country_modes: { DE: 'block' } }],
  ])('%s changes by %j', async (name, change, expected) => {
    const { message_lengths: _, ...before } = await get(name);
    const response = await put(name, change);
    expect(response.status).toBe(200);
    const { message_lengths: __, ...after } = jsonOf(response);
    expect(after).toEqual({ ...before, ...expected });
    expect(await get(name)).toEqual(jsonOf(response));
  });

  it.each(['password-policy', 'mfa-policy', 'sms'])(
    '%s may be read and sent back, or changed by nothing',
    async (name) => {
      const body = await get(name);
      expect(jsonOf(await put(name, body))).toEqual(body);
      expect(jsonOf(await put(name, {}))).toEqual(body);
    },
  );

  it('shows how long the message of each template is, with its last line', async () => {
    const templates = { de: '{code} ist Ihr Code.' };
    const response = await put('sms', { origin_host: 'acme.example', templates });
    expect(jsonOf(response).message_lengths).toEqual({
      '*': { encoding: 'gsm7', length: 78, segments: 1 },
      de: { encoding: 'gsm7', length: 43, segments: 1 },
    });
    const refused = await put('sms', { templates: { pl: `{code} ${'ł'.repeat(70)}` } });
    expect(jsonOf(refused).errors[0].limit).toBe(
      'at most 160 GSM-7 characters with app name and last line; it has 100 in UCS-2, 2 segments',
    );
  });

  it('keeps both of two changes that come at once', async () => {
    await Promise.all([
      put('password-policy', { minLength: 12 }),
      put('password-policy', { requireSymbol: true }),
      put('sms', { enabled: true }),
    ]);
    expect(await get('password-policy')).toMatchObject({ minLength: 12, requireSymbol: true });
    expect(await get('sms')).toMatchObject({ enabled: true });
  });

  // spec: service/password-policy
  it('is the default of the organisations', async () => {
    await put('password-policy', { minLength: 13, requireSymbol: true, maxAgeDays: 30 });
    const policy = jsonOf(await world.call({ method: 'GET', path: policyOf('org_main') }));
    expect(policy).toMatchObject({
      passwordMinLength: 13,
      passwordRequireSymbol: true,
      passwordMaxAgeDays: 30,
      _inherited: { passwordMinLength: true, passwordRequireSymbol: true },
    });
  });
});

describe('in HIPAA mode', () => {
  let key: string;
  beforeEach(async () => {
    key = await world.keyWith(MANAGEMENT_SCOPES, 'hygieia');
  });
  const clinic = (method: string, body?: object) =>
    world.call({
      method,
      path: policyOf('org_clinic'),
      token: key,
      ...(body !== undefined && { body }),
    });

  it('the MFA policy is shown as it takes effect: sessions of exactly 60 and 5 minutes', async () => {
    expect(await get('mfa-policy', key)).toMatchObject({
      tenant_id: 'hygieia',
      enforcement: 'required',
      grace_period_ms: 0,
      unenrolled_user_action: 'force_enrollment',
      session_timeout_minutes: 60,
      session_idle_timeout_minutes: 5,
    });
  });

  it('organisations inherit what takes effect', async () => {
    expect(jsonOf(await clinic('GET'))).toMatchObject({
      mfaEnforcement: 'required',
      gracePeriodMs: 0,
      unenrolledUserAction: 'force_enrollment',
      sessionTimeoutMinutes: 60,
      sessionIdleTimeoutMinutes: 5,
      _inherited: { mfaEnforcement: true, sessionTimeoutMinutes: true },
    });
  });

  it('what was read may be sent back', async () => {
    const body = await get('mfa-policy', key);
    const response = await put('mfa-policy', body, key);
    expect([response.status, jsonOf(response)]).toEqual([200, body]);
    expect((await clinic('PUT', jsonOf(await clinic('GET')))).status).toBe(200);
  });

  it.each([
    ['session_timeout_minutes', 61, 60],
    ['session_idle_timeout_minutes', 6, 5],
    ['enforcement', 'optional', 'required'],
    ['grace_period_ms', 1, 0],
    ['unenrolled_user_action', 'prompt', 'force_enrollment'],
  ])('the tenant may not have %s %j', async (field, value, limit) => {
    const response = await put('mfa-policy', { [field]: value }, key);
    expect(response.status).toBe(400);
    expect(jsonOf(response).errors).toEqual([{ field, rule: 'hipaa', limit, value }]);
  });

  it.each([
    ['session_timeout_minutes', 61, 'hipaa', 60],
    ['sessionIdleTimeoutMinutes', 6, 'hipaa', 5],
    ['mfaEnforcement', 'optional', 'hipaa', 'required'],
  ])('an organisation may not have %s %j', async (field, value, rule, limit) => {
    const response = await clinic('PUT', { [field]: value });
    expect(response.status).toBe(400);
    expect(jsonOf(response).errors).toEqual([{ field, rule, limit, value }]);
  });

  it('sessions may be shorter', async () => {
    const body = { session_timeout_minutes: 30, session_idle_timeout_minutes: 2 };
    expect(jsonOf(await put('mfa-policy', body, key))).toMatchObject(body);
  });

  it('there is always a factor to choose', async () => {
    const response = await put('mfa-policy', { allowed_factors: [] }, key);
    expect(jsonOf(response).errors).toEqual([
      { field: 'allowed_factors', rule: 'empty', limit: null, value: [] },
    ]);
  });

  it('what was stored before comes back once the mode is off', async () => {
    const caller = systemCaller('hygieia');
    const off = await world.stepward.tenants.setHipaa(caller, false, 'no longer covered');
    expect(off.isOk()).toBe(true);
    expect(await get('mfa-policy', key)).toMatchObject({
      enforcement: 'optional',
      session_timeout_minutes: 480,
      session_idle_timeout_minutes: 60,
    });
  });
});

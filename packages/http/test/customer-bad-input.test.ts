import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf, type TestRequest, type TextResponse } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

const POLICY = policyOf('org_main');
const PASSWORD = '/v1/customer/settings/password-policy';
const MFA = '/v1/customer/settings/mfa-policy';
const SMS = '/v1/customer/settings/sms';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const put = (path: string, body: unknown, headers: TestRequest['headers'] = {}) =>
  world.call({ method: 'PUT', path, body, headers });
const fieldsOf = (response: TextResponse): string[] =>
  jsonOf(response).errors.map(({ field }: { field: string }) => field);

/** All that a bad request could have changed. */
async function everything(): Promise<unknown> {
  const paths = [POLICY, PASSWORD, MFA, SMS, '/v1/customer/logs', '/v1/customer/api-keys'];
  const answers = paths.map((path) => world.call({ method: 'GET', path }));
  return (await Promise.all(answers)).map(jsonOf);
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

// standard: asvs/2.2.1, asvs/2.2.2, asvs/15.3.3
describe('nothing is stored, and every offending field is named as it was spelled, for', () => {
  const cases: readonly [string, string, unknown, readonly string[]][] = [
    ['an unknown field', POLICY, { passwordMinLen: 12 }, ['passwordMinLen']],
    ['a field in another spelling', POLICY, { PasswordMinLength: 12 }, ['PasswordMinLength']],
    [
      'a good field beside an unknown one',
      POLICY,
      { mfaPolicy: 'always', 'mfa-policy': 1 },
      ['mfa-policy'],
    ],
    [
      'texts for numbers and numbers for texts',
      POLICY,
      { passwordMinLength: '12', mfa_policy: 1 },
      ['passwordMinLength', 'mfa_policy'],
    ],
    ['a number for a boolean', POLICY, { passwordHibpCheck: 1 }, ['passwordHibpCheck']],
    [
      'a text for a boolean',
      POLICY,
      { require_phone_verification: 'true' },
      ['require_phone_verification'],
    ],
    ['a fraction', POLICY, { passwordMinLength: 12.5 }, ['passwordMinLength']],
    ['a negative number', POLICY, { passwordDisallowReuse: -1 }, ['passwordDisallowReuse']],
    ['2^53', POLICY, '{"sessionTimeoutMinutes":9007199254740992}', ['sessionTimeoutMinutes']],
    ['1e400', POLICY, '{"sessionTimeoutMinutes":1e400}', ['sessionTimeoutMinutes']],
    ['a list for a number', POLICY, { passwordMinLength: [12] }, ['passwordMinLength']],
    ['a text for a list', POLICY, { allowedFactors: 'sms' }, ['allowedFactors']],
    ['a factor in upper case', POLICY, { allowedFactors: ['SMS'] }, ['allowedFactors']],
    ['a factor in upper case, alone', POLICY, { preferred_factor: 'TOTP' }, ['preferred_factor']],
    ['a factor that is null', POLICY, { allowedFactors: ['sms', null] }, ['allowedFactors']],
    ['__proto__', POLICY, '{"__proto__":{"mfaPolicy":"never"}}', ['__proto__']],
    ['constructor', POLICY, '{"constructor":{"prototype":{}}}', ['constructor']],
    ['toString', POLICY, { toString: 1 }, ['toString']],
    [
      'a value that contradicts its other spelling',
      POLICY,
      { mfaPolicy: 'always', mfa_policy: 'adaptive' },
      ['mfaPolicy, mfa_policy'],
    ],
    ['a list of 100 kB', POLICY, { allowedFactors: Array(20_000).fill('fax') }, ['allowedFactors']],
    ['a name of an organisation field', PASSWORD, { passwordMinLength: 12 }, ['passwordMinLength']],
    [
      'numbers out of their bounds',
      PASSWORD,
      { min_length: 7, maxAgeDays: -1, disallow_reuse: 0.5 },
      ['min_length', 'maxAgeDays', 'disallow_reuse'],
    ],
    ['129 characters', PASSWORD, { minLength: 129 }, ['minLength']],
    ['null for a tenant field', PASSWORD, { minLength: null }, ['minLength']],
    [
      'null for a tenant switch',
      MFA,
      { require_phone_verification: null },
      ['require_phone_verification'],
    ],
    ['__proto__ in a tenant record', PASSWORD, '{"__proto__":{"minLength":1}}', ['__proto__']],
    [
      'a preferred factor that is not allowed',
      MFA,
      { allowed_factors: ['sms'], preferredFactor: 'totp' },
      ['preferredFactor'],
    ],
    [
      'required enforcement without a factor',
      MFA,
      { enforcement: 'required', allowedFactors: [] },
      ['allowedFactors'],
    ],
    [
      'sessions below their minimum',
      MFA,
      { session_timeout_minutes: 4, sessionIdleTimeoutMinutes: 0 },
      ['session_timeout_minutes', 'sessionIdleTimeoutMinutes'],
    ],
    ['an unknown SMS setting', SMS, { provider: 'x' }, ['provider']],
    [
      'SMS settings of another type',
      SMS,
      { enabled: 1, app_name: null, templates: [], allowedCountries: 'US', daily_budget: 1.5 },
      ['enabled', 'templates', 'allowedCountries', 'daily_budget', 'app_name'],
    ],
    ['a template without a code', SMS, { templates: { de: 'Hallo' } }, ['templates.de']],
    [
      'a template by an impossible locale',
      SMS,
      '{"templates":{"__proto__":"{code}"}}',
      ['templates.__proto__'],
    ],
  ];

  it.each(cases)('%s', async (_, path, body, fields) => {
    const before = await everything();
    const response = await put(path, body);
    expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
    expect(fieldsOf(response)).toEqual(fields);
    expect(await everything()).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'mfaPolicy')).toBe(false);
  });
});

describe('a body', () => {
  const cases: readonly [string, unknown, string][] = [
    ['that is no JSON', '{"mfaPolicy":', '400 body_malformed'],
    ['that is empty', '', '400 body_malformed'],
    ['that is a list', '[]', '400 body_invalid'],
    ['that is null', 'null', '400 body_invalid'],
    ['that is a string', '"mfaPolicy"', '400 body_invalid'],
    ['that is very deep', `{"mfaPolicy":${nested(100_000)}}`, '400 body_invalid'],
    [
      'that is very deep in both spellings',
      `{"mfaPolicy":${nested(60_000)},"mfa_policy":${nested(60_000)}}`,
      '400 body_invalid',
    ],
    ['that is deep, but readable', `{"mfaPolicy":${nested(30)}}`, '400 policy_invalid'],
    ['of more than 256 KiB', `{"mfaPolicy":"${'a'.repeat(262_144)}"}`, '413 body_too_large'],
    ['of just under 256 KiB', `{"mfaPolicy":"${'a'.repeat(262_000)}"}`, '400 policy_invalid'],
  ];

  it.each(cases)('%s is refused', async (_, body, expected) => {
    const response = await put(POLICY, body);
    expect(`${response.status} ${jsonOf(response).reason}`).toBe(expected);
  });

  it('that is not announced as JSON is 415', async () => {
    expect((await put(POLICY, '{}', { 'content-type': ['text/plain'] })).status).toBe(415);
  });

  it('is not repeated in the answer beyond 256 characters a value', async () => {
    const big = Array(20_000).fill('fax');
    const response = await put(POLICY, { allowedFactors: big, ['k'.repeat(10_000)]: 'short' });
    const [first, second] = jsonOf(response).errors;
    expect(first.value).toBe(`${JSON.stringify(big).slice(0, 256)}…`);
    expect(second).toEqual({
      field: `${'k'.repeat(256)}…`,
      rule: 'unknown_field',
      limit: null,
      value: null,
    });
    expect(response.body!.length).toBeLessThan(2_000);
  });

  it('is not cut within a character where it is repeated', async () => {
    const response = await put(POLICY, { mfaPolicy: '😀'.repeat(300) });
    expect(jsonOf(response).errors[0].value).toBe(`"${'😀'.repeat(255)}…`);
  });

  it('with thousands of unknown fields gets the first hundred back', async () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => [`k${String(index)}`, 1]);
    const response = await put(POLICY, Object.fromEntries(keys));
    expect(fieldsOf(response)).toHaveLength(100);
  });

  it('is not read where the operation has none', async () => {
    const response = await world.call({ method: 'DELETE', path: POLICY, body: '{{{' });
    expect(response.status).toBe(200);
  });
});

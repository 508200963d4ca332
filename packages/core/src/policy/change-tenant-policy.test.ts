import { describe, expect, it } from 'vitest';
import { snakeCase } from '../../test/policy-arbitraries.js';
import { days } from '../shared/duration.js';
import {
  changeMfaPolicy,
  changePasswordPolicy,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
} from './change-tenant-policy.js';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  type TenantMfaPolicy,
} from './policy-fields.js';

const FACTORS = ['webauthn', 'totp', 'sms', 'email'];
const NOT_INTEGERS = ['12', true, 12.5, NaN, Infinity, 2 ** 53, null];
const NOT_FLAGS = [0, 1, 'true', null, []];

/** What one field accepts and refuses. */
interface FieldRow {
  readonly field: string;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly (readonly [value: unknown, rule: string, limit: unknown])[];
}

const outside = (rule: string, limit: unknown, ...values: unknown[]) =>
  values.map((value) => [value, rule, limit] as const);

const flagRow = (field: string): FieldRow => ({
  field,
  accepts: [true, false],
  refuses: outside('type', 'boolean', ...NOT_FLAGS),
});

const PASSWORD_ROWS: readonly FieldRow[] = [
  {
    field: 'minLength',
    accepts: [8, 9, 128],
    refuses: [
      ...outside('minimum', 8, 7, 0, -8),
      ...outside('maximum', 128, 129),
      ...outside('type', 'integer', ...NOT_INTEGERS),
    ],
  },
  flagRow('requireUppercase'),
  flagRow('requireLowercase'),
  flagRow('requireNumber'),
  flagRow('requireSymbol'),
  flagRow('hibpCheck'),
  {
    field: 'maxAgeDays',
    accepts: [0, 1, 365],
    refuses: [...outside('minimum', 0, -1), ...outside('type', 'integer', ...NOT_INTEGERS)],
  },
  {
    field: 'disallowReuse',
    accepts: [0, 1, 24],
    refuses: [...outside('minimum', 0, -1), ...outside('type', 'integer', ...NOT_INTEGERS)],
  },
];

const MFA_ROWS: readonly FieldRow[] = [
  {
    field: 'enforcement',
    accepts: ['disabled', 'optional', 'required'],
    refuses: outside('one_of', ['disabled', 'optional', 'required'], 'Required', 1, null),
  },
  {
    field: 'policy',
    accepts: ['never', 'adaptive', 'always'],
    refuses: outside('one_of', ['never', 'adaptive', 'always'], 'ALWAYS', true, null),
  },
  {
    field: 'allowedFactors',
    accepts: [['sms', 'webauthn'], []],
    refuses: [
      ...outside('one_of', FACTORS, ['passkey'], ['SMS']),
      ...outside('type', 'array', 'sms', null),
    ],
  },
  {
    field: 'preferredFactor',
    accepts: ['sms', null],
    refuses: outside('one_of', FACTORS, 'passkey', 'SMS', 1, ['sms']),
  },
  {
    field: 'gracePeriodMs',
    accepts: [0, days(90)],
    refuses: [
      ...outside('minimum', 0, -1),
      ...outside('maximum', days(90), days(90) + 1),
      ...outside('type', 'integer', ...NOT_INTEGERS),
    ],
  },
  {
    field: 'unenrolledUserAction',
    accepts: ['allow', 'prompt', 'force_enrollment', 'block'],
    refuses: outside('one_of', ['allow', 'prompt', 'force_enrollment', 'block'], 'deny', null),
  },
  {
    field: 'sessionTimeoutMinutes',
    accepts: [5, 600],
    refuses: [...outside('minimum', 5, 4), ...outside('type', 'integer', ...NOT_INTEGERS)],
  },
  {
    field: 'sessionIdleTimeoutMinutes',
    accepts: [1, 600],
    refuses: [...outside('minimum', 1, 0), ...outside('type', 'integer', ...NOT_INTEGERS)],
  },
  flagRow('requirePhoneVerification'),
];

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value);

const accepted = (rows: readonly FieldRow[]) =>
  rows.flatMap(({ field, accepts }) =>
    accepts.map((value) => ({ field, value, title: show(value) })),
  );

const refused = (rows: readonly FieldRow[]) =>
  rows.flatMap(({ field, refuses }) =>
    refuses.map(([value, rule, limit]) => ({ field, value, rule, limit, title: show(value) })),
  );

describe('the tenant password policy', () => {
  const change = (body: string | object, current = DEFAULT_PASSWORD_POLICY) =>
    changePasswordPolicy(current, typeof body === 'string' ? (JSON.parse(body) as object) : body);

  it('has exactly the fields of the specification, in both spellings', () => {
    const names = Object.entries(PASSWORD_POLICY_FIELDS).map(([name, field]) => [
      name,
      field.wireName,
    ]);
    expect(names).toEqual(PASSWORD_ROWS.map(({ field }) => [field, snakeCase(field)]));
  });

  it.each(accepted(PASSWORD_ROWS))('accepts $field $title', ({ field, value }) => {
    expect(change({ [field]: value })._unsafeUnwrap()).toEqual({
      ...DEFAULT_PASSWORD_POLICY,
      [field]: value,
    });
  });

  it.each(refused(PASSWORD_ROWS))('refuses $field $title', ({ field, value, rule, limit }) => {
    const name = snakeCase(field);
    expect(change({ [name]: value })._unsafeUnwrapErr()).toEqual({
      code: 'policy_invalid',
      violations: [{ field: name, rule, limit, value }],
    });
  });

  it('keeps the fields that the body does not name', () => {
    const current = { ...DEFAULT_PASSWORD_POLICY, minLength: 20, requireNumber: true };
    expect(change('{"max_age_days":90}', current)._unsafeUnwrap()).toEqual({
      ...current,
      maxAgeDays: 90,
    });
  });

  it('may become weaker than it was', () => {
    const current = { ...DEFAULT_PASSWORD_POLICY, minLength: 20 };
    expect(change('{"minLength":8}', current)._unsafeUnwrap().minLength).toBe(8);
  });

  // spec: password-policy/tenant-id
  it('ignores the tenant_id that an answer has', () => {
    expect(change('{"tenant_id":"other"}')._unsafeUnwrap()).toEqual(DEFAULT_PASSWORD_POLICY);
  });

  it('refuses the names of the organisation policy, and the keys that every object has', () => {
    const body = '{"passwordMinLength":12,"constructor":{},"__proto__":{"minLength":9}}';
    const { violations } = change(body)._unsafeUnwrapErr();
    expect(violations.map(({ field, rule }) => `${field}: ${rule}`)).toEqual([
      'passwordMinLength: unknown_field',
      'constructor: unknown_field',
      '__proto__: unknown_field',
    ]);
  });

  it('reports all violations at once', () => {
    const body = '{"min_length":7,"hibpCheck":null,"max_age_days":-1,"disallowReuse":3}';
    const { violations } = change(body)._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field).sort()).toEqual([
      'hibpCheck',
      'max_age_days',
      'min_length',
    ]);
  });

  it('leaves the current record as it was', () => {
    const current = Object.freeze({ ...DEFAULT_PASSWORD_POLICY });
    expect(change('{"minLength":12}', current).isOk()).toBe(true);
    expect(current).toEqual(DEFAULT_PASSWORD_POLICY);
  });
});

describe('the tenant MFA policy', () => {
  const change = (body: string | object, current: Partial<TenantMfaPolicy> = {}, hipaa = false) =>
    changeMfaPolicy(
      { ...DEFAULT_MFA_POLICY, ...current },
      typeof body === 'string' ? (JSON.parse(body) as object) : body,
      hipaa,
    );

  it('has exactly the fields of its record, in both spellings', () => {
    const names = Object.entries(MFA_POLICY_FIELDS).map(([name, field]) => [name, field.wireName]);
    expect(names).toEqual(MFA_ROWS.map(({ field }) => [field, snakeCase(field)]));
  });

  it.each(accepted(MFA_ROWS))('accepts $field $title', ({ field, value }) => {
    expect(change({ [field]: value })._unsafeUnwrap()).toEqual({
      ...DEFAULT_MFA_POLICY,
      [field]: value,
    });
  });

  it.each(refused(MFA_ROWS))('refuses $field $title', ({ field, value, rule, limit }) => {
    const name = snakeCase(field);
    expect(change({ [name]: value })._unsafeUnwrapErr().violations).toEqual([
      { field: name, rule, limit, value },
    ]);
  });

  it.each<[string, string, Partial<TenantMfaPolicy>]>([
    [
      'a preference and a set that come together',
      '{"preferred_factor":"sms","allowed_factors":["sms"]}',
      { allowedFactors: ['totp'] },
    ],
    ['no factor while none is required', '{"allowed_factors":[]}', {}],
    [
      'an end to the preference together with its factor',
      '{"allowed_factors":["totp"],"preferred_factor":null}',
      { preferredFactor: 'sms' },
    ],
  ])('accepts %s', (_, body, current) => {
    expect(change(body, current).isOk()).toBe(true);
  });

  it.each<[string, string, Partial<TenantMfaPolicy>, object]>([
    [
      'a preference outside the set',
      '{"preferredFactor":"email"}',
      { allowedFactors: ['totp', 'sms'] },
      { field: 'preferredFactor', rule: 'not_allowed', limit: ['totp', 'sms'], value: 'email' },
    ],
    [
      'a set without the factor that stays preferred',
      '{"allowed_factors":["totp"]}',
      { preferredFactor: 'sms' },
      { field: 'preferred_factor', rule: 'not_allowed', limit: ['totp'], value: 'sms' },
    ],
    [
      'no factor while one is required',
      '{"allowedFactors":[]}',
      { enforcement: 'required' },
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ],
    [
      'a requirement while there is no factor',
      '{"enforcement":"required"}',
      { allowedFactors: [] },
      { field: 'allowed_factors', rule: 'empty', limit: null, value: [] },
    ],
  ])('refuses %s', (_, body, current, violation) => {
    expect(change(body, current)._unsafeUnwrapErr().violations).toEqual([violation]);
  });

  it.each([
    ['enforcement', 'optional', 'required'],
    ['grace_period_ms', 1, 0],
    ['unenrolled_user_action', 'prompt', 'force_enrollment'],
    ['session_timeout_minutes', 61, 60],
    ['session_idle_timeout_minutes', 6, 5],
  ])('in HIPAA mode refuses %s %j, for it demands %j', (field, value, limit) => {
    expect(change({ [field]: value }, {}, true)._unsafeUnwrapErr().violations).toEqual([
      { field, rule: 'hipaa', limit, value },
    ]);
  });

  it.each([
    ['enforcement', 'required'],
    ['gracePeriodMs', 0],
    ['unenrolledUserAction', 'block'],
    ['sessionTimeoutMinutes', 60],
    ['sessionIdleTimeoutMinutes', 5],
  ])('in HIPAA mode accepts %s %j', (field, value) => {
    expect(change({ [field]: value }, {}, true)._unsafeUnwrap()).toMatchObject({ [field]: value });
  });

  it('in HIPAA mode does not answer for what was stored before and is not named', () => {
    const current = { enforcement: 'optional', sessionTimeoutMinutes: 480 } as const;
    expect(change('{"policy":"always"}', current, true).isOk()).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import {
  accepted,
  fieldsOf,
  mismatchOf,
  refused,
  type RefusedValue,
} from '../../../../test/specification/policy-field-rules.js';
import { snakeCase } from '../../test/policy-arbitraries.js';
import {
  changeMfaPolicy,
  changePasswordPolicy,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  type TenantField,
} from './change-tenant-policy.js';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  type TenantMfaPolicy,
} from './policy-fields.js';

/** What no field of a number takes, beside what can be written in JSON. */
const NOT_INTEGERS = [NaN, Infinity];

/** What one field accepts and refuses. */
interface FieldRow {
  readonly field: string;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly RefusedValue[];
}

const rowsOf = (record: 'mfa' | 'password'): readonly FieldRow[] =>
  fieldsOf(record).map(({ tenant, values }) => {
    const takesNull = values.kind === 'factor';
    const others = values.kind === 'integer' ? [null, ...NOT_INTEGERS] : takesNull ? [] : [null];
    return {
      field: tenant.name,
      accepts: [...accepted(values), ...(takesNull ? [null] : [])],
      refuses: [
        ...refused(values),
        ...others.map((value) => [value, ...mismatchOf(values)] as const),
      ],
    };
  });

const PASSWORD_ROWS = rowsOf('password');
const MFA_ROWS = rowsOf('mfa');

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value);

const acceptedBy = (rows: readonly FieldRow[]) =>
  rows.flatMap(({ field, accepts }) =>
    accepts.map((value) => ({ field, value, title: show(value) })),
  );

const refusedBy = (rows: readonly FieldRow[]) =>
  rows.flatMap(({ field, refuses }) =>
    refuses.map(([value, rule, limit]) => ({ field, value, rule, limit, title: show(value) })),
  );

const spellingsOf = (fields: Readonly<Record<string, TenantField>>) =>
  Object.entries(fields).map(([name, { wireName }]) => [name, wireName]);

const specifiedSpellings = (record: 'mfa' | 'password') =>
  fieldsOf(record).map(({ tenant: { name, wire } }) => [name, wire]);

describe('the tenant password policy', () => {
  const change = (body: string | object, current = DEFAULT_PASSWORD_POLICY) =>
    changePasswordPolicy(current, typeof body === 'string' ? (JSON.parse(body) as object) : body);

  it('has the fields of the specification, and one more, in both spellings', () => {
    expect(spellingsOf(PASSWORD_POLICY_FIELDS)).toEqual([
      ...specifiedSpellings('password'),
      ['minLengthWithoutMfa', 'min_length_without_mfa'],
    ]);
  });

  it.each(acceptedBy(PASSWORD_ROWS))('accepts $field $title', ({ field, value }) => {
    expect(change({ [field]: value })._unsafeUnwrap()).toEqual({
      ...DEFAULT_PASSWORD_POLICY,
      [field]: value,
    });
  });

  it.each(refusedBy(PASSWORD_ROWS))('refuses $field $title', ({ field, value, rule, limit }) => {
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
    expect(spellingsOf(MFA_POLICY_FIELDS)).toEqual(specifiedSpellings('mfa'));
  });

  it.each(acceptedBy(MFA_ROWS))('accepts $field $title', ({ field, value }) => {
    expect(change({ [field]: value })._unsafeUnwrap()).toEqual({
      ...DEFAULT_MFA_POLICY,
      [field]: value,
    });
  });

  it.each(refusedBy(MFA_ROWS))('refuses $field $title', ({ field, value, rule, limit }) => {
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

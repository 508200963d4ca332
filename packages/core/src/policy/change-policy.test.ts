import { describe, expect, it } from 'vitest';
import {
  eachFieldOf,
  policyRowsOf,
  weakestOf,
  type RefusedValue,
} from '../../../../test/specification/policy-field-rules.js';
import { FACTORS, policyFieldTable } from '../../../../test/specification/policy-field-table.js';
import { snakeCase } from '../../test/policy-arbitraries.js';
import { changePolicy } from './change-policy.js';
import type { StoredValues } from './merge-policy.js';
import type { PolicyFieldName, TenantMfaPolicy, TenantPasswordPolicy } from './policy-fields.js';

interface Tenant {
  readonly mfa?: Partial<TenantMfaPolicy>;
  readonly password?: Partial<TenantPasswordPolicy>;
  readonly hipaa?: boolean;
}

interface Situation {
  readonly tenant?: Tenant;
  readonly overrides?: StoredValues;
  readonly legacy?: StoredValues;
}

/** The tenant is at its most lax, but for what the situation says. */
const LAX_MFA = eachFieldOf('mfa', 'name', weakestOf) as unknown as TenantMfaPolicy;
const LAX_PASSWORD = eachFieldOf('password', 'name', weakestOf) as unknown as TenantPasswordPolicy;

function layersOf({ tenant = {}, overrides = {}, legacy = {} }: Situation) {
  return {
    overrides,
    legacy,
    tenant: {
      mfa: { ...LAX_MFA, ...tenant.mfa },
      password: { ...LAX_PASSWORD, ...tenant.password },
      hipaa: tenant.hipaa ?? false,
    },
  };
}

/** Changes the policy with a body as it comes from the network, or one that JSON cannot express. */
function change(body: string | object, situation: Situation = {}) {
  const parsed = typeof body === 'string' ? (JSON.parse(body) as object) : body;
  return changePolicy(layersOf(situation), parsed);
}

function violationsOf(body: string | object, situation: Situation = {}) {
  return change(body, situation)._unsafeUnwrapErr().violations;
}

/** What one field accepts and refuses beside one tenant default. */
interface FieldRow {
  readonly field: PolicyFieldName;
  readonly tenant: Tenant;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly RefusedValue[];
}

/** Values that JSON cannot express. */
const NOT_INTEGERS = [NaN, Infinity, -Infinity];

const outside = (rule: string, limit: unknown, ...values: readonly unknown[]) =>
  values.map((value) => [value, rule, limit] as const);

const ROWS: readonly FieldRow[] = [
  ...policyFieldTable.flatMap(policyRowsOf).map((row) => ({
    field: row.field.name as PolicyFieldName,
    tenant: row.tenant,
    accepts: row.accepted,
    refuses: [
      ...row.refused,
      ...(row.field.values.kind === 'integer' ? outside('type', 'integer', ...NOT_INTEGERS) : []),
    ],
  })),
  {
    field: 'sessionTimeoutMinutes',
    tenant: { hipaa: true },
    accepts: [5, 60],
    refuses: outside('hipaa', 60, 61, 480),
  },
  {
    field: 'sessionIdleTimeoutMinutes',
    tenant: { hipaa: true },
    accepts: [1, 5],
    refuses: outside('hipaa', 5, 6, 60),
  },
  {
    field: 'mfaEnforcement',
    tenant: { hipaa: true },
    accepts: ['required'],
    refuses: outside('hipaa', 'required', 'optional'),
  },
  {
    field: 'mfaPolicy',
    tenant: { mfa: { policy: 'never' }, hipaa: true },
    accepts: ['adaptive', 'always'],
    refuses: outside('hipaa', 'adaptive', 'never'),
  },
  {
    field: 'gracePeriodMs',
    tenant: { hipaa: true },
    accepts: [0],
    refuses: outside('hipaa', 0, 1),
  },
  {
    field: 'unenrolledUserAction',
    tenant: { hipaa: true },
    accepts: ['force_enrollment', 'block'],
    refuses: outside('hipaa', 'force_enrollment', 'prompt'),
  },
];

const show = (value: unknown): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value);

const ACCEPTED = ROWS.flatMap(({ field, tenant, accepts }) =>
  accepts.map((value) => ({ field, value, tenant, title: show(value), beside: show(tenant) })),
);

const REFUSED = ROWS.flatMap(({ field, tenant, refuses }) =>
  refuses.map(([value, rule, limit]) => {
    const violation = { rule, limit, value };
    return { field, violation, tenant, title: show(value), beside: show(tenant) };
  }),
);

describe('a field at least as strict as the tenant', () => {
  it.each(ACCEPTED)('is accepted: $field $title beside $beside', ({ field, value, tenant }) => {
    const changed = change({ [field]: value }, { tenant })._unsafeUnwrap();
    expect(changed.overrides).toEqual({ [field]: value });
    expect(changed.after[field]).toEqual(value);
  });
});

describe('a field weaker than the tenant, or with an unknown value', () => {
  it.each(REFUSED)('is refused: $field $title beside $beside', ({ field, violation, tenant }) => {
    const found = violationsOf({ [field]: violation.value }, { tenant });
    expect(found).toEqual([{ field, ...violation }]);
  });

  it.each([...new Map(REFUSED.map((row) => [row.field, row])).values()])(
    'is named as the caller spelled it: $field in snake_case',
    ({ field, violation, tenant }) => {
      const name = snakeCase(field);
      expect(violationsOf({ [name]: violation.value }, { tenant })).toEqual([
        { field: name, ...violation },
      ]);
    },
  );
});

describe('factors', () => {
  it.each<[string, string, Situation]>([
    ['an empty set while no factor is required', '{"allowedFactors":[]}', {}],
    [
      'a preferred factor of the set that comes with it',
      '{"preferredFactor":"email","allowedFactors":["email"]}',
      { overrides: { allowedFactors: ['sms'] } },
    ],
    [
      'a set without the factor that is preferred already',
      '{"allowedFactors":["totp"]}',
      { overrides: { preferredFactor: 'sms' } },
    ],
    [
      'an end to the preference, whatever the set',
      '{"preferredFactor":null,"allowedFactors":["totp"]}',
      {},
    ],
    [
      'another field, though the stored preference is no longer allowed',
      '{"passwordMinLength":20}',
      { overrides: { preferredFactor: 'sms' }, tenant: { mfa: { allowedFactors: ['totp'] } } },
    ],
    [
      'another field, though the tenant has come to require a factor of an organisation that allows none',
      '{"passwordMinLength":20}',
      { overrides: { allowedFactors: [] }, tenant: { mfa: { enforcement: 'required' } } },
    ],
    [
      'a cure for a set that is empty while a factor is required',
      '{"allowedFactors":["sms"]}',
      { overrides: { allowedFactors: [], mfaEnforcement: 'required' } },
    ],
    [
      'an end to the own enforcement, though the tenant has come to require a factor of an organisation that allows none',
      '{"mfaEnforcement":null}',
      { overrides: { allowedFactors: [] }, tenant: { mfa: { enforcement: 'required' } } },
    ],
    [
      'an end to the own set, though a factor is required and the tenant has come to allow none',
      '{"allowedFactors":null}',
      { overrides: { mfaEnforcement: 'required' }, tenant: { mfa: { allowedFactors: [] } } },
    ],
  ])('may be changed: %s', (_, body, situation) => {
    expect(change(body, situation).isOk()).toBe(true);
  });

  it.each<[string, string, Situation, object]>([
    [
      'an empty set while the tenant requires one',
      '{"allowed_factors":[]}',
      { tenant: { mfa: { enforcement: 'required' } } },
      { field: 'allowed_factors', rule: 'empty', limit: null, value: [] },
    ],
    [
      'an empty set while the organisation requires one',
      '{"allowedFactors":[]}',
      { overrides: { mfaEnforcement: 'required' } },
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ],
    [
      'an empty set in HIPAA mode',
      '{"allowedFactors":[]}',
      { tenant: { hipaa: true } },
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ],
    [
      'a set and a requirement that come together',
      '{"mfaEnforcement":"required","allowedFactors":[]}',
      {},
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ],
    [
      'a requirement while the stored set is empty',
      '{"mfa_enforcement":"required"}',
      { overrides: { allowedFactors: [] } },
      { field: 'mfa_enforcement', rule: 'empty', limit: null, value: 'required' },
    ],
    [
      'a requirement while the tenant allows no factor',
      '{"mfaEnforcement":"required"}',
      { tenant: { mfa: { allowedFactors: [] } } },
      { field: 'mfaEnforcement', rule: 'empty', limit: null, value: 'required' },
    ],
    [
      'a requirement while the tenant allows no factor, with an end to the own set',
      '{"mfaEnforcement":"required","allowedFactors":null}',
      { overrides: { allowedFactors: ['sms'] }, tenant: { mfa: { allowedFactors: [] } } },
      { field: 'mfaEnforcement', rule: 'empty', limit: null, value: 'required' },
    ],
    [
      'a set while the tenant allows no factor, without blame for being empty',
      '{"allowedFactors":["sms"]}',
      { overrides: { mfaEnforcement: 'required' }, tenant: { mfa: { allowedFactors: [] } } },
      { field: 'allowedFactors', rule: 'weaker_than_tenant', limit: [], value: ['sms'] },
    ],
    [
      'a preference outside the set that comes with it',
      '{"preferred_factor":"sms","allowedFactors":["totp"]}',
      {},
      { field: 'preferred_factor', rule: 'not_allowed', limit: ['totp'], value: 'sms' },
    ],
    [
      'a preference outside the stored set',
      '{"preferredFactor":"sms"}',
      { overrides: { allowedFactors: ['totp'] } },
      { field: 'preferredFactor', rule: 'not_allowed', limit: ['totp'], value: 'sms' },
    ],
    [
      'a preference outside the set of the older store',
      '{"preferredFactor":"sms"}',
      { legacy: { allowedFactors: ['totp'] } },
      { field: 'preferredFactor', rule: 'not_allowed', limit: ['totp'], value: 'sms' },
    ],
    [
      'a preference while no factor is allowed',
      '{"preferredFactor":"sms","allowedFactors":[]}',
      {},
      { field: 'preferredFactor', rule: 'not_allowed', limit: [], value: 'sms' },
    ],
    [
      'an unreadable set, without a guess about the preference',
      '{"preferredFactor":"totp","allowedFactors":["totp","passkey"]}',
      { overrides: { allowedFactors: ['sms'] } },
      { field: 'allowedFactors', rule: 'one_of', limit: FACTORS, value: ['totp', 'passkey'] },
    ],
  ])('may not be changed: %s', (_, body, situation, violation) => {
    expect(violationsOf(body, situation)).toEqual([violation]);
  });

  it('are stored once each, in the order of the caller', () => {
    const { overrides } = change('{"allowedFactors":["sms","totp","sms"]}')._unsafeUnwrap();
    expect(overrides).toEqual({ allowedFactors: ['sms', 'totp'] });
  });

  it('may be repeated as often as a body can hold', () => {
    const allowedFactors = Array.from({ length: 100_000 }, () => 'sms');
    expect(change({ allowedFactors })._unsafeUnwrap().after.allowedFactors).toEqual(['sms']);
  });

  it('are refused as one violation however many of them are unknown', () => {
    const allowedFactors = Array.from({ length: 100_000 }, (_, index) => `f${index}`);
    expect(violationsOf({ allowedFactors })).toHaveLength(1);
  });
});

describe('a body', () => {
  it.each([
    ['may be empty', '{}'],
    [
      'may bring back the keys that only an answer has',
      '{"tenant_id":"t","org_id":7,"_inherited":{"mfaPolicy":false}}',
    ],
  ])('%s, and changes nothing then', (_, body) => {
    const overrides = { passwordMinLength: 20, mfaPolicy: null };
    const changed = change(body, { overrides })._unsafeUnwrap();
    expect(changed.overrides).toEqual(overrides);
    expect(changed.after).toEqual(changed.before);
  });

  it('may hold a whole answer with one value edited', () => {
    const { before } = change('{}')._unsafeUnwrap();
    const { inherited, ...values } = before;
    const edited = { tenant_id: 't', org_id: 'o', ...values, passwordMinLength: 20 };
    const body = JSON.stringify({ ...edited, _inherited: inherited });
    const changed = change(body)._unsafeUnwrap();
    expect(changed.overrides).toEqual({
      passwordMinLength: 20,
      requirePhoneVerification: false,
      trustedDeviceDays: before.trustedDeviceDays,
    });
    expect(changed.after.inherited).toEqual({ ...inherited, passwordMinLength: false });
  });

  it('may hold a whole answer with the allowed factors edited: the preferred one follows', () => {
    const { inherited, ...values } = change('{}')._unsafeUnwrap().before;
    const edited = { ...values, allowedFactors: ['sms'], _inherited: inherited };
    const changed = change(JSON.stringify(edited))._unsafeUnwrap();
    expect([changed.after.preferredFactor, changed.overrides.preferredFactor]).toEqual([
      'sms',
      undefined,
    ]);
  });

  it('may hold an answer in which the tenant is the stricter one: the override stays stored', () => {
    const overrides = { passwordMinLength: 9 };
    const tenant = { password: { minLength: 12 } };
    const { inherited, passwordMinLength } = change('{}', { overrides, tenant })._unsafeUnwrap()
      .before;
    expect([passwordMinLength, inherited.passwordMinLength]).toEqual([12, true]);
    const body = JSON.stringify({ passwordMinLength, _inherited: inherited });
    expect(change(body, { overrides, tenant })._unsafeUnwrap().overrides).toEqual(overrides);
  });

  it.each<[string, object, object]>([
    ['another value', { passwordMinLength: 20, _inherited: { passwordMinLength: true } }, {}],
    [
      'the flag of another field',
      { mfaPolicy: 'adaptive', _inherited: { mfaEnforcement: true } },
      {},
    ],
    ['a flag that is no boolean', { mfaPolicy: 'adaptive', _inherited: { mfaPolicy: 'true' } }, {}],
    ['no flags', { mfaPolicy: 'adaptive' }, {}],
    ['flags that are null', { mfaPolicy: 'adaptive', _inherited: null }, {}],
    [
      'the flag of a field that is overridden now',
      { mfaPolicy: 'always', _inherited: { mfaPolicy: true } },
      { mfaPolicy: 'always' },
    ],
  ])('overrides a field that comes with %s', (_, body, overrides) => {
    const { _inherited, ...values } = body as { readonly _inherited?: unknown };
    expect(change(JSON.stringify(body), { overrides })._unsafeUnwrap().overrides).toEqual(values);
  });

  it.each([
    ['camelCase', '{"passwordMinLength":20}'],
    ['snake_case', '{"password_min_length":20}'],
    ['both, of one value', '{"password_min_length":20,"passwordMinLength":20}'],
  ])('may name a field in %s', (_, body) => {
    expect(change(body)._unsafeUnwrap().overrides).toEqual({ passwordMinLength: 20 });
  });

  it.each([
    [
      'two values for one field',
      '{"mfa_policy":"always","mfaPolicy":"never"}',
      'mfa_policy, mfaPolicy',
      'contradiction',
      ['always', 'never'],
    ],
    ['an unknown key', '{"passwordMaxLength":20}', 'passwordMaxLength', 'unknown_field', null],
    ['__proto__', '{"__proto__":{"passwordMinLength":20}}', '__proto__', 'unknown_field', null],
    ['constructor', '{"constructor":{"prototype":{}}}', 'constructor', 'unknown_field', null],
    ['hasOwnProperty', '{"hasOwnProperty":true}', 'hasOwnProperty', 'unknown_field', null],
    ['toString', '{"toString":null}', 'toString', 'unknown_field', null],
  ])('may not hold %s', (_, body, field, rule, value) => {
    expect(violationsOf(body)).toEqual([{ field, rule, limit: null, value }]);
  });

  it('cannot reach the prototype of what is stored', () => {
    change('{"__proto__":{"passwordMinLength":20}}').isErr();
    expect(({} as StoredValues).passwordMinLength).toBeUndefined();
  });

  it('has all its violations reported at once, of one field, across fields and of unknown keys', () => {
    const body = `{
      "mfa_policy": "never",
      "passwordMinLength": 7,
      "password_max_age_days": 0,
      "passwordHibpCheck": "no",
      "preferredFactor": "email",
      "colour": "red",
      "sessionTimeoutMinutes": 30
    }`;
    const tenant: Tenant = {
      mfa: { policy: 'always', allowedFactors: ['sms'] },
      password: { maxAgeDays: 90 },
    };
    const found = violationsOf(body, { tenant }).map(({ field, rule }) => `${field}: ${rule}`);
    expect(found.sort()).toEqual([
      'colour: unknown_field',
      'mfa_policy: weaker_than_tenant',
      'passwordHibpCheck: type',
      'passwordMinLength: minimum',
      'password_max_age_days: weaker_than_tenant',
      'preferredFactor: not_allowed',
    ]);
  });
});

describe('null', () => {
  it('stores the mark "inherit" in place of the override', () => {
    const changed = change('{"mfa_policy":null}', { overrides: { mfaPolicy: 'always' } });
    expect(changed._unsafeUnwrap().overrides).toEqual({ mfaPolicy: null });
  });

  it('brings back the tenant default and its flag', () => {
    const overrides = { mfaPolicy: 'always' };
    const { before, after } = change('{"mfaPolicy":null}', { overrides })._unsafeUnwrap();
    expect([before.mfaPolicy, before.inherited.mfaPolicy]).toEqual(['always', false]);
    expect([after.mfaPolicy, after.inherited.mfaPolicy]).toEqual(['never', true]);
  });

  it('hides a value of the older store', () => {
    const legacy = { mfaPolicy: 'always' };
    const { after } = change('{"mfaPolicy":null}', { legacy })._unsafeUnwrap();
    expect([after.mfaPolicy, after.inherited.mfaPolicy]).toEqual(['never', true]);
  });
});

describe('a change', () => {
  it('keeps the overrides that the body does not name, whatever they are', () => {
    const overrides = { mfaPolicy: 'Always', passwordMinLength: 20 };
    const changed = change('{"passwordMaxAgeDays":90}', { overrides })._unsafeUnwrap();
    expect(changed.overrides).toEqual({ ...overrides, passwordMaxAgeDays: 90 });
  });

  it('equal to the tenant default is an override all the same', () => {
    const { after } = change('{"mfaPolicy":"never"}')._unsafeUnwrap();
    expect(after.inherited.mfaPolicy).toBe(false);
  });

  it.each([
    ['accepted', '{"passwordMinLength":20,"allowedFactors":["sms"],"mfaPolicy":null}'],
    ['refused', '{"passwordMinLength":2,"allowedFactors":["sms"],"mfaPolicy":null}'],
  ])('leaves the layers as they were when it is %s', (_, body) => {
    const layers = layersOf({ overrides: { mfaPolicy: 'always', allowedFactors: ['totp'] } });
    const copy = structuredClone(layers);
    changePolicy(layers, JSON.parse(body) as object).isOk();
    expect(layers).toEqual(copy);
  });
});

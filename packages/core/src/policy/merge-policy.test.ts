import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOUND_NAMES,
  eachFieldOf,
  FIELD_NAMES,
  fieldsOf,
  FLAGGED_NAMES,
  isReadable,
  isWeaker,
  strictestOf,
  weakestOf,
} from '../../../../test/specification/policy-field-rules.js';
import { policyFieldTable } from '../../../../test/specification/policy-field-table.js';
import {
  anyChange,
  inSnakeCase,
  policyLayers,
  readableChange,
  snakeCase,
  storedValues,
  tenantPolicies,
  validValue,
} from '../../test/policy-arbitraries.js';
import { days } from '../shared/duration.js';
import { changePolicy, type ChangedPolicy } from './change-policy.js';
import {
  effectiveMfaPolicy,
  mergePolicy,
  type EffectivePolicy,
  type MergedPolicy,
  type PolicyLayers,
  type StoredValues,
} from './merge-policy.js';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  type InheritableFieldName,
  type PolicyFieldName,
  type PolicyValues,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
  type TenantPolicies,
} from './policy-fields.js';

interface Tenant {
  readonly mfa?: Partial<TenantMfaPolicy>;
  readonly password?: Partial<TenantPasswordPolicy>;
  readonly hipaa?: boolean;
}

function tenantOf({ mfa, password, hipaa = false }: Tenant): TenantPolicies {
  return {
    mfa: { ...DEFAULT_MFA_POLICY, ...mfa },
    password: { ...DEFAULT_PASSWORD_POLICY, ...password },
    hipaa,
  };
}

function merge(tenant: Tenant, overrides: StoredValues = {}, legacy: StoredValues = {}) {
  return mergePolicy({ tenant: tenantOf(tenant), overrides, legacy });
}

/** A value and its flag. */
function outcome({ policy }: MergedPolicy, name: InheritableFieldName) {
  return { value: policy[name], inherited: policy.inherited[name] };
}

const NAMES = FIELD_NAMES as readonly PolicyFieldName[];
const INHERITABLE = FLAGGED_NAMES as readonly InheritableFieldName[];

describe('precedence', () => {
  it.each<[string, StoredValues, StoredValues, unknown, boolean]>([
    // spec: policy/merged
    [
      'an override wins over a legacy value',
      { passwordMinLength: 20 },
      { passwordMinLength: 16 },
      20,
      false,
    ],
    ['a legacy value wins over the tenant default', {}, { passwordMinLength: 16 }, 16, false],
    // spec: policy/merged
    ['the tenant default holds where nothing is stored', {}, {}, 8, true],
    [
      'the mark "inherit" hides a legacy value',
      { passwordMinLength: null },
      { passwordMinLength: 16 },
      8,
      true,
    ],
    [
      'an override may be weaker than the legacy value',
      { passwordMinLength: 10 },
      { passwordMinLength: 16 },
      10,
      false,
    ],
    ['an empty legacy value is none', {}, { passwordMinLength: null }, 8, true],
    [
      'an override equal to the tenant default is an override',
      { passwordMinLength: 8 },
      {},
      8,
      false,
    ],
  ])('%s', (_, overrides, legacy, value, inherited) => {
    expect(outcome(merge({}, overrides, legacy), 'passwordMinLength')).toEqual({
      value,
      inherited,
    });
  });
});

describe('the example in the documentation', () => {
  const legacy = { passwordMinLength: 14 };

  it.each<[string, number, StoredValues, number, boolean]>([
    ['the older store holds at first', 10, {}, 14, false],
    ['an override goes before it', 10, { passwordMinLength: 12 }, 12, false],
    ['a stricter tenant wins over the override', 16, { passwordMinLength: 12 }, 16, true],
    [
      'the mark "inherit" hides override and older store',
      10,
      { passwordMinLength: null },
      10,
      true,
    ],
  ])('is true: %s', (_, minLength, overrides, value, inherited) => {
    const merged = merge({ password: { minLength } }, overrides, legacy);
    expect(outcome(merged, 'passwordMinLength')).toEqual({ value, inherited });
  });
});

describe('a tenant that becomes stricter', () => {
  it.each<[string, InheritableFieldName, unknown, Tenant, unknown]>([
    [
      'an enforcement',
      'mfaEnforcement',
      'optional',
      { mfa: { enforcement: 'required' } },
      'required',
    ],
    ['a policy', 'mfaPolicy', 'adaptive', { mfa: { policy: 'always' } }, 'always'],
    ['a grace period', 'gracePeriodMs', days(7), { mfa: { gracePeriodMs: days(1) } }, days(1)],
    ['a grace period, down to none', 'gracePeriodMs', 1, { mfa: { gracePeriodMs: 0 } }, 0],
    [
      'an action',
      'unenrolledUserAction',
      'prompt',
      { mfa: { unenrolledUserAction: 'block' } },
      'block',
    ],
    ['a length', 'passwordMinLength', 10, { password: { minLength: 12 } }, 12],
    ['a flag', 'passwordRequireNumber', false, { password: { requireNumber: true } }, true],
    ['an age', 'passwordMaxAgeDays', 90, { password: { maxAgeDays: 30 } }, 30],
    ['an age of never', 'passwordMaxAgeDays', 0, { password: { maxAgeDays: 30 } }, 30],
    [
      'a number of old passwords',
      'passwordDisallowReuse',
      3,
      { password: { disallowReuse: 5 } },
      5,
    ],
    [
      'a set that holds all of the tenant',
      'allowedFactors',
      ['email', 'sms', 'totp'],
      { mfa: { allowedFactors: ['totp', 'sms'] } },
      ['totp', 'sms'],
    ],
    [
      'a set that shares nothing with the tenant',
      'allowedFactors',
      ['email'],
      { mfa: { allowedFactors: ['totp', 'sms'] } },
      ['totp', 'sms'],
    ],
  ])('overrules %s, and the flag says so', (_, name, override, stricter, value) => {
    const merged = merge(stricter, { [name]: override });
    expect(outcome(merged, name)).toEqual({ value, inherited: true });
  });

  it('leaves of a set what both allow, which is neither value alone', () => {
    const merged = merge(
      { mfa: { allowedFactors: ['webauthn', 'totp', 'sms'] } },
      { allowedFactors: ['email', 'sms', 'totp'] },
    );
    expect(outcome(merged, 'allowedFactors')).toEqual({ value: ['sms', 'totp'], inherited: false });
  });

  it('overrules a legacy value alike', () => {
    const merged = merge({ password: { minLength: 12 } }, {}, { passwordMinLength: 10 });
    expect(outcome(merged, 'passwordMinLength')).toEqual({ value: 12, inherited: true });
  });

  it('switches the phone check on over an override', () => {
    const merged = merge(
      { mfa: { requirePhoneVerification: true } },
      { requirePhoneVerification: false },
    );
    expect(merged.policy.requirePhoneVerification).toBe(true);
  });

  it('does not bind the session limits, outside HIPAA mode', () => {
    const merged = merge(
      { mfa: { sessionTimeoutMinutes: 30, sessionIdleTimeoutMinutes: 10 } },
      { sessionTimeoutMinutes: 600, sessionIdleTimeoutMinutes: 120 },
    );
    expect(outcome(merged, 'sessionTimeoutMinutes')).toEqual({ value: 600, inherited: false });
    expect(outcome(merged, 'sessionIdleTimeoutMinutes')).toEqual({ value: 120, inherited: false });
  });
});

describe('an unknown stored value', () => {
  it.each<[string, unknown, unknown]>([
    ...policyFieldTable
      .filter(({ name }) => name !== 'preferredFactor')
      .map((field): [string, unknown, unknown] => [field.name, field.wrong, strictestOf(field)]),
    ['allowedFactors', ['passkey', 'sms'], ['sms']],
    ['passwordDisallowReuse', NaN, 2 ** 53 - 1],
  ])('counts as the strictest and is reported: %s %j', (field, stored, strictest) => {
    const merged = merge({}, { [field]: stored });
    expect(merged.policy[field as PolicyFieldName]).toEqual(strictest);
    expect(merged.unknownValues).toEqual([{ field }]);
  });

  it.each<[InheritableFieldName, unknown, Tenant, boolean]>([
    ['allowedFactors', ['voice'], {}, true],
    ['allowedFactors', 'sms', {}, true],
    ['allowedFactors', ['voice', 'sms'], {}, false],
    ['mfaPolicy', 'sometimes', { mfa: { policy: 'always' } }, true],
    ['mfaPolicy', 'sometimes', { mfa: { policy: 'adaptive' } }, false],
  ])(
    "leaves the flag true where the tenant's value holds: %s %j beside %j",
    (name, stored, tenant, inherited) => {
      expect(merge(tenant, { [name]: stored }).policy.inherited[name]).toBe(inherited);
    },
  );

  it('of a preferred factor gives the first allowed one and is reported', () => {
    const merged = merge({ mfa: { preferredFactor: 'email' } }, { preferredFactor: 'passkey' });
    expect(merged.policy.preferredFactor).toBe('webauthn');
    expect(merged.unknownValues).toEqual([{ field: 'preferredFactor' }]);
  });

  it('of the older store counts and is reported alike', () => {
    const merged = merge({}, {}, { mfaPolicy: 'sometimes' });
    expect(merged.policy.mfaPolicy).toBe('always');
    expect(merged.unknownValues).toEqual([{ field: 'mfaPolicy' }]);
  });

  it('is not reported while an override or a mark hides it', () => {
    const legacy = { mfaPolicy: 'sometimes', passwordMinLength: '12' };
    const merged = merge({}, { mfaPolicy: 'always', passwordMinLength: null }, legacy);
    expect(merged.unknownValues).toEqual([]);
  });
});

describe('the factors', () => {
  it.each<[string, Tenant, StoredValues, string | null]>([
    ['the override', { mfa: { preferredFactor: 'totp' } }, { preferredFactor: 'sms' }, 'sms'],
    // spec: auth/factor-priority
    ['the tenant default', { mfa: { preferredFactor: 'email' } }, {}, 'email'],
    // spec: auth/factor-priority
    ['the first in priority order where none is named', {}, {}, 'webauthn'],
    [
      'the first allowed one where the override is no longer allowed',
      { mfa: { allowedFactors: ['email', 'totp'] } },
      { preferredFactor: 'sms' },
      'totp',
    ],
    [
      'the first allowed one where the inherited one is not',
      { mfa: { preferredFactor: 'webauthn' } },
      { allowedFactors: ['email', 'sms'] },
      'sms',
    ],
    // spec: policy/preferred-factor
    ['none where none is allowed', {}, { allowedFactors: [] }, null],
  ])('prefer %s', (_, tenant, overrides, preferred) => {
    expect(merge(tenant, overrides).policy.preferredFactor).toBe(preferred);
  });

  it('may be empty while no factor is required', () => {
    const merged = merge({}, { allowedFactors: [] });
    expect(outcome(merged, 'allowedFactors')).toEqual({ value: [], inherited: false });
  });

  it.each<[string, Tenant, StoredValues]>([
    ['the tenant', { mfa: { enforcement: 'required' } }, { allowedFactors: [] }],
    ['the organisation', {}, { allowedFactors: [], mfaEnforcement: 'required' }],
    ['HIPAA mode', { hipaa: true }, { allowedFactors: [] }],
    ['an unknown enforcement', {}, { allowedFactors: [], mfaEnforcement: 'REQUIRED' }],
  ])('are those of the tenant where none is left and %s requires one', (_, tenant, overrides) => {
    const value = DEFAULT_MFA_POLICY.allowedFactors;
    expect(outcome(merge(tenant, overrides), 'allowedFactors')).toEqual({ value, inherited: true });
  });
});

describe('HIPAA mode', () => {
  const LAX: Tenant = {
    mfa: {
      enforcement: 'disabled',
      gracePeriodMs: days(90),
      unenrolledUserAction: 'allow',
      sessionTimeoutMinutes: 480,
      sessionIdleTimeoutMinutes: 60,
    },
    hipaa: true,
  };

  it.each<[InheritableFieldName, unknown]>([
    ['mfaEnforcement', 'required'],
    ['gracePeriodMs', 0],
    ['unenrolledUserAction', 'force_enrollment'],
    ['sessionTimeoutMinutes', 60],
    ['sessionIdleTimeoutMinutes', 5],
  ])('overrules a laxer tenant: %s is %j, and inherited', (name, value) => {
    expect(outcome(merge(LAX), name)).toEqual({ value, inherited: true });
  });

  it.each<[InheritableFieldName, unknown, unknown]>([
    ['mfaEnforcement', 'optional', 'required'],
    ['gracePeriodMs', 1, 0],
    ['unenrolledUserAction', 'prompt', 'force_enrollment'],
    ['sessionTimeoutMinutes', 61, 60],
    ['sessionIdleTimeoutMinutes', 6, 5],
  ])('overrules a laxer stored value: %s %j becomes %j', (name, stored, value) => {
    expect(outcome(merge(LAX, { [name]: stored }), name)).toEqual({ value, inherited: true });
  });

  it.each<[InheritableFieldName, unknown]>([
    ['unenrolledUserAction', 'block'],
    ['sessionTimeoutMinutes', 59],
    ['sessionIdleTimeoutMinutes', 4],
  ])('keeps a stricter stored value: %s %j', (name, value) => {
    expect(outcome(merge(LAX, { [name]: value }), name)).toEqual({ value, inherited: false });
  });

  it('trusts no browser, whatever tenant and organisation say', () => {
    const lax = { mfa: { ...LAX.mfa, trustedDeviceDays: 90 }, hipaa: true };
    expect(merge(lax, { trustedDeviceDays: 30 }).policy.trustedDeviceDays).toBe(0);
  });

  it('keeps a stricter tenant', () => {
    const { policy } = merge({
      mfa: {
        unenrolledUserAction: 'block',
        sessionTimeoutMinutes: 30,
        sessionIdleTimeoutMinutes: 2,
      },
      hipaa: true,
    });
    expect(policy).toMatchObject({
      unenrolledUserAction: 'block',
      sessionTimeoutMinutes: 30,
      sessionIdleTimeoutMinutes: 2,
    });
  });

  it('clamps a stored session limit to its own ceiling, not to a stricter tenant default', () => {
    const merged = merge(
      { mfa: { sessionTimeoutMinutes: 30 }, hipaa: true },
      { sessionTimeoutMinutes: 480 },
    );
    expect(outcome(merged, 'sessionTimeoutMinutes')).toEqual({ value: 60, inherited: false });
  });

  it('gives sessions of exactly 5 and 60 minutes by default', () => {
    expect(merge({ hipaa: true }).policy).toMatchObject({
      sessionIdleTimeoutMinutes: 5,
      sessionTimeoutMinutes: 60,
    });
  });

  it("the tenant's own MFA policy is as strict as the mode while it is on, and as stored after", () => {
    const mfa = { ...DEFAULT_MFA_POLICY, enforcement: 'optional', gracePeriodMs: days(3) } as const;
    expect(effectiveMfaPolicy(tenantOf({ mfa, hipaa: true }))).toEqual({
      ...mfa,
      ...{ enforcement: 'required', policy: 'adaptive', gracePeriodMs: 0 },
      ...{ unenrolledUserAction: 'force_enrollment', sessionTimeoutMinutes: 60 },
      ...{ sessionIdleTimeoutMinutes: 5, trustedDeviceDays: 0 },
    });
    expect(effectiveMfaPolicy(tenantOf({ mfa }))).toEqual(mfa);
  });
});

describe('whatever the layers hold', () => {
  // spec: service/organisation-policies
  it('no merge is ever weaker than the tenant', () => {
    fc.assert(
      fc.property(policyLayers, (layers) => {
        const { policy } = mergePolicy(layers);
        expect(NAMES.filter((name) => isWeaker(name, policy[name], layers.tenant))).toEqual([]);
      }),
    );
  });

  // spec: service/hipaa
  it('no merge is weaker than HIPAA mode demands', () => {
    fc.assert(
      fc.property(policyLayers, ({ overrides, legacy, tenant }) => {
        const layers = { overrides, legacy, tenant: { ...tenant, hipaa: true } };
        const { policy } = mergePolicy(layers);
        expect(policy.mfaEnforcement).toBe('required');
        expect(policy.gracePeriodMs).toBe(0);
        expect(policy.trustedDeviceDays).toBe(0);
        expect(['force_enrollment', 'block']).toContain(policy.unenrolledUserAction);
        expect(policy.sessionTimeoutMinutes).toBeLessThanOrEqual(60);
        expect(policy.sessionIdleTimeoutMinutes).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('the effective values as overrides give the same effective values', () => {
    fc.assert(
      fc.property(policyLayers, (layers) => {
        const values = valuesOf(mergePolicy(layers).policy);
        expect(valuesOf(mergePolicy({ ...layers, overrides: values }).policy)).toEqual(values);
      }),
    );
  });

  it('an override comes back when a tenant that overtook it relaxes', () => {
    const someFactorAllowed = readableChange.filter(
      ({ allowedFactors }) => !Array.isArray(allowedFactors) || allowedFactors.length > 0,
    );
    fc.assert(
      fc.property(someFactorAllowed, storedValues, tenantPolicies, (stored, legacy, stricter) => {
        const overrides = deepFreeze(stored);
        mergePolicy({ overrides, legacy, tenant: stricter });
        const relaxed = mergePolicy({ overrides, legacy, tenant: LAXEST }).policy;
        const lost = NAMES.filter((name) => name !== 'preferredFactor').filter((name) => {
          const override = overrides[name] ?? null;
          return override !== null && !isDeepStrictEqual(relaxed[name], override);
        });
        expect(lost).toEqual([]);
      }),
    );
  });

  it('a field with the mark "inherit" is inherited', () => {
    fc.assert(
      fc.property(policyLayers, fc.constantFrom(...INHERITABLE), (layers, name) => {
        const overrides = { ...layers.overrides, [name]: null };
        const { policy } = mergePolicy({ ...layers, overrides });
        expect(policy.inherited[name]).toBe(true);
      }),
    );
  });

  // spec: service/password-policy
  it('a policy without overrides has the values of the tenant password policy', () => {
    fc.assert(
      fc.property(tenantPolicies, (tenant) => {
        const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant });
        for (const { name, tenant: place } of fieldsOf('password')) {
          const record: Readonly<Record<string, unknown>> = { ...tenant.password };
          expect(policy[name as PolicyFieldName]).toEqual(record[place.name]);
        }
      }),
    );
  });

  it('a policy without overrides is the tenant default in every field without a legacy value', () => {
    fc.assert(
      fc.property(storedValues, tenantPolicies, (legacy, tenant) => {
        const { inherited } = mergePolicy({ overrides: {}, legacy, tenant }).policy;
        const owned = Object.entries(inherited).filter(([, isInherited]) => !isInherited);
        const held = NAMES.filter((name) => legacy[name] !== undefined && legacy[name] !== null);
        expect(held).toEqual(expect.arrayContaining(owned.map(([name]) => name)));
      }),
    );
  });

  it('a merge changes none of its layers', () => {
    fc.assert(
      fc.property(policyLayers, (layers) => {
        expect(mergePolicy(deepFreeze(layers)).policy).toBeDefined();
      }),
    );
  });

  it('the preferred factor is an allowed one, or null if none is allowed', () => {
    fc.assert(
      fc.property(policyLayers, (layers) => {
        const { allowedFactors, preferredFactor } = mergePolicy(layers).policy;
        const choices = allowedFactors.length > 0 ? allowedFactors : [null];
        expect(choices).toContain(preferredFactor);
      }),
    );
  });

  it('exactly the values that apply and cannot be read are reported', () => {
    fc.assert(
      fc.property(policyLayers, ({ overrides, legacy, tenant }) => {
        const counting = NAMES.filter((name) => {
          const stored = overrides[name] === undefined ? (legacy[name] ?? null) : overrides[name];
          return stored !== null && !isReadable(name, stored);
        });
        const { unknownValues } = mergePolicy({ overrides, legacy, tenant });
        expect(unknownValues.map(({ field }) => field).toSorted()).toEqual(counting.toSorted());
      }),
    );
  });
});

describe('whatever a change holds', () => {
  it('both spellings give the same result', () => {
    fc.assert(
      fc.property(policyLayers, anyChange, (layers, body) => {
        const camel = changePolicy(layers, body);
        const snake = changePolicy(layers, inSnakeCase(body));
        const expected = camel.mapErr(({ violations }) =>
          violations.map((found) => ({ ...found, field: snakeCase(found.field) })),
        );
        expect(snake.mapErr(({ violations }) => violations)).toEqual(expected);
      }),
    );
  });

  it('an accepted value is the effective value', () => {
    fc.assert(
      fc.property(policyLayers, readableChange, (layers, wanted) => {
        const { body, after } = acceptedPart(layers, wanted);
        for (const [name, value] of Object.entries(body)) {
          if (value !== null) expect(after[name as PolicyFieldName]).toEqual(value);
        }
      }),
    );
  });

  it('an accepted null makes the field inherited', () => {
    fc.assert(
      fc.property(policyLayers, readableChange, (layers, wanted) => {
        const { body, after } = acceptedPart(layers, wanted);
        for (const name of INHERITABLE) {
          if (body[name] === null) expect(after.inherited[name]).toBe(true);
        }
      }),
    );
  });

  it('an accepted change is what a later merge reads back', () => {
    fc.assert(
      fc.property(policyLayers, readableChange, (layers, wanted) => {
        const { overrides, after } = acceptedPart(layers, wanted);
        expect(mergePolicy({ ...layers, overrides }).policy).toEqual(after);
      }),
    );
  });

  it('a refused change is blamed on fields that the body names, and on nothing else', () => {
    fc.assert(
      fc.property(policyLayers, anyChange, (layers, body) => {
        const violations = changePolicy(layers, body).match(
          () => [],
          (refused) => refused.violations,
        );
        expect(Object.keys(body)).toEqual(
          expect.arrayContaining(violations.map(({ field }) => field)),
        );
      }),
    );
  });

  it('a value weaker than the tenant is refused, and a change of stricter values is not', () => {
    fc.assert(
      fc.property(tenantPolicies, fc.constantFrom(...BOUND), fc.gen(), (tenant, name, gen) => {
        const value = gen((): fc.Arbitrary<unknown> => validValue[name]);
        const layers: PolicyLayers = { overrides: {}, legacy: {}, tenant };
        const { policy } = mergePolicy(layers);
        const asSent = { ...policy, [name]: value };
        const isEmptyAndRequired =
          ['allowedFactors', 'mfaEnforcement'].includes(name) &&
          asSent.allowedFactors.length === 0 &&
          asSent.mfaEnforcement === 'required';
        const refuses =
          isWeaker(name, asSent[name], tenant) ||
          isBelowHipaa(asSent, tenant) ||
          isEmptyAndRequired;
        expect(changePolicy(layers, { [name]: value }).isErr()).toBe(refuses);
      }),
      { numRuns: 500 },
    );
  });
});

/** A change without the fields that the rules refuse, and its result. */
function acceptedPart(
  layers: PolicyLayers,
  body: Readonly<Record<string, unknown>>,
): ChangedPolicy & { readonly body: Readonly<Record<string, unknown>> } {
  const changed = changePolicy(layers, body);
  if (changed.isOk()) return { ...changed.value, body };
  const refused = new Set(changed.error.violations.map(({ field }) => field));
  const rest = Object.entries(body).filter(([name]) => !refused.has(name));
  return acceptedPart(layers, Object.fromEntries(rest));
}

/** The fields that the tenant's default binds. */
const BOUND = BOUND_NAMES as readonly PolicyFieldName[];

/** A tenant that overtakes nothing. */
const LAXEST = {
  mfa: eachFieldOf('mfa', 'name', weakestOf),
  password: eachFieldOf('password', 'name', weakestOf),
  hipaa: false,
} as unknown as TenantPolicies;

function isBelowHipaa(policy: PolicyValues, { hipaa }: TenantPolicies): boolean {
  return (
    hipaa &&
    (policy.mfaEnforcement !== 'required' ||
      policy.mfaPolicy === 'never' ||
      policy.gracePeriodMs > 0 ||
      policy.trustedDeviceDays > 0 ||
      ['allow', 'prompt'].includes(policy.unenrolledUserAction))
  );
}

function valuesOf({ inherited, ...values }: EffectivePolicy): PolicyValues {
  return values;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

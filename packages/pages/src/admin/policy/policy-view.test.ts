import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  mergePolicy,
  type PolicyFieldName,
  type StoredValues,
  type TenantPolicies,
} from '@stepward/core/policy';
import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '../../../../../test/specification/policy-field-rules.js';
import { policyView, type PolicyFieldView } from './policy-view.js';

const TENANT: TenantPolicies = {
  mfa: { ...DEFAULT_MFA_POLICY, allowedFactors: ['totp', 'sms'], gracePeriodMs: 0 },
  password: { ...DEFAULT_PASSWORD_POLICY, minLength: 10, maxAgeDays: 90, requireSymbol: true },
  hipaa: false,
};
const DEFAULTS: TenantPolicies = {
  mfa: DEFAULT_MFA_POLICY,
  password: DEFAULT_PASSWORD_POLICY,
  hipaa: false,
};

/** The view of one field, for a tenant and an organisation's overrides. */
function fieldOf(
  name: PolicyFieldName,
  tenant: TenantPolicies,
  overrides: StoredValues = {},
): PolicyFieldView {
  const { policy } = mergePolicy({ overrides, legacy: {}, tenant });
  const { fields } = policyView({ policy, tenant, refused: null });
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`${name} is missing`);
  return found;
}

describe('policyView', () => {
  it('has every field once, in the order of the specification', () => {
    const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant: TENANT });
    const { fields } = policyView({ policy, tenant: TENANT, refused: null });
    expect(fields.map(({ name }) => name)).toEqual(FIELD_NAMES);
  });

  it.each([
    ['passwordMinLength', {}, false, 'tenant'],
    ['passwordMinLength', { passwordMinLength: 12 }, false, 'organisation'],
    // An override that equals the tenant's value is one.
    ['passwordMinLength', { passwordMinLength: 10 }, false, 'organisation'],
    // One that is clamped is not in force.
    ['passwordMinLength', { passwordMinLength: 8 }, false, 'tenant'],
    ['mfaPolicy', {}, false, 'default'],
    ['mfaEnforcement', {}, true, 'hipaa'],
    ['requirePhoneVerification', {}, false, 'default'],
    ['requirePhoneVerification', { requirePhoneVerification: true }, false, 'organisation'],
    ['trustedDeviceDays', {}, false, 'default'],
  ] as const)('%s with %j and HIPAA mode %j comes from %s', (name, overrides, hipaa, source) => {
    expect(fieldOf(name, { ...TENANT, hipaa }, overrides).source).toBe(source);
  });

  it.each([
    ['passwordMinLength', TENANT, { type: 'number', min: 10, max: 128 }],
    ['passwordMaxAgeDays', TENANT, { type: 'number', min: 1, max: 90 }],
    ['passwordMaxAgeDays', DEFAULTS, { type: 'number', min: null, max: null }],
    ['gracePeriodMs', DEFAULTS, { type: 'number', min: 0, max: DEFAULT_MFA_POLICY.gracePeriodMs }],
    ['passwordDisallowReuse', DEFAULTS, { type: 'number', min: 0, max: null }],
    ['sessionTimeoutMinutes', DEFAULTS, { type: 'number', min: 5, max: null }],
    ['sessionTimeoutMinutes', { ...DEFAULTS, hipaa: true }, { type: 'number', min: 5, max: 60 }],
    ['allowedFactors', TENANT, { type: 'factors', words: ['totp', 'sms'] }],
    ['preferredFactor', TENANT, { type: 'choice', words: ['totp', 'sms'] }],
    ['mfaEnforcement', DEFAULTS, { type: 'choice', words: ['optional', 'required'] }],
    ['passwordRequireNumber', DEFAULTS, { type: 'choice', words: ['true', 'false'] }],
  ] as const)('offers for %s what the tenant allows', (name, tenant, control) => {
    expect(fieldOf(name, tenant).control).toEqual(control);
    expect(fieldOf(name, tenant).lockedBy).toBeNull();
  });

  it.each([
    ['passwordRequireSymbol', TENANT, 'tenant'],
    ['gracePeriodMs', TENANT, 'tenant'],
    ['gracePeriodMs', { ...DEFAULTS, hipaa: true }, 'hipaa'],
    ['mfaEnforcement', { ...DEFAULTS, hipaa: true }, 'hipaa'],
    ['mfaPolicy', { ...DEFAULTS, hipaa: true }, null],
  ] as const)('locks %s where one value is left', (name, tenant, lockedBy) => {
    expect(fieldOf(name, tenant).lockedBy).toBe(lockedBy);
  });

  it('shows what was entered after a refusal, and what it was drawn with', () => {
    const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant: DEFAULTS });
    const violation = { field: 'passwordMinLength', rule: 'minimum', limit: 8, value: 4 } as const;
    const entered = new Map([['passwordMinLength', '4']]);
    const refused = { entered, violations: [violation] };
    const { fields } = policyView({ policy, tenant: DEFAULTS, refused });
    expect(fields.find(({ name }) => name === 'passwordMinLength')).toMatchObject({
      entered: '4',
      stored: '',
      violation,
    });
  });
});

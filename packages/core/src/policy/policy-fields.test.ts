import { describe, expect, it } from 'vitest';
import {
  eachField,
  eachFieldOf,
  FIELD_NAMES,
  FLAGGED_NAMES,
  initialOf,
} from '../../../../test/specification/policy-field-rules.js';
import { mergePolicy } from './merge-policy.js';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  tenantDefaults,
} from './policy-fields.js';

const tenant = { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false };
const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant });

describe('the fields of an organisation policy', () => {
  it('are those of the specification in its order, and the trusted devices', () => {
    expect(POLICY_FIELD_NAMES).toEqual(FIELD_NAMES);
  });

  it('are all in the merged policy, beside the flags', () => {
    expect(Object.keys(policy).sort()).toEqual([...FIELD_NAMES, 'inherited'].sort());
  });

  // spec: policy/inherited
  it('have inheritance flags: the 16 of the specification', () => {
    expect(Object.keys(policy.inherited)).toEqual(FLAGGED_NAMES);
  });

  it('go by their snake_case names on the wire', () => {
    const wireNames = Object.values(POLICY_FIELDS).map(({ wireName }) => wireName);
    expect(wireNames).toEqual(Object.keys(eachField('wire', initialOf)));
  });

  it('have a default of the tenant each, in the order of the specification', () => {
    expect(Object.keys(tenantDefaults(tenant))).toEqual(FIELD_NAMES);
    expect(tenantDefaults(tenant)).toEqual(eachField('name', initialOf));
    expect(tenant.mfa).toEqual(eachFieldOf('mfa', 'name', initialOf));
    expect(tenant.password).toEqual({
      ...eachFieldOf('password', 'name', initialOf),
      minLengthWithoutMfa: 8,
    });
  });

  it('have a label and a sentence each', () => {
    for (const { title, description } of Object.values(POLICY_FIELDS)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });
});

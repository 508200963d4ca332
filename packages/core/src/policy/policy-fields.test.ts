import { describe, expect, it } from 'vitest';
import { snakeCase } from '../../test/policy-arbitraries.js';
import { mergePolicy } from './merge-policy.js';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  tenantDefaults,
} from './policy-fields.js';

/** The specification's list, in its order. */
const INHERITABLE = [
  'mfaEnforcement',
  'mfaPolicy',
  'allowedFactors',
  'preferredFactor',
  'gracePeriodMs',
  'unenrolledUserAction',
  'passwordMinLength',
  'passwordRequireUppercase',
  'passwordRequireLowercase',
  'passwordRequireNumber',
  'passwordRequireSymbol',
  'passwordHibpCheck',
  'passwordMaxAgeDays',
  'passwordDisallowReuse',
  'sessionTimeoutMinutes',
  'sessionIdleTimeoutMinutes',
];
const FIELDS = [...INHERITABLE, 'requirePhoneVerification'];

const tenant = { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false };
const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant });

describe('the fields of an organisation policy', () => {
  it('are exactly the 17 of the specification, in its order', () => {
    expect(POLICY_FIELD_NAMES).toEqual(FIELDS);
  });

  it('are all in the merged policy, beside the flags', () => {
    expect(Object.keys(policy).sort()).toEqual([...FIELDS, 'inherited'].sort());
  });

  // spec: policy/inherited
  it('have exactly 16 inheritance flags: all but requirePhoneVerification', () => {
    expect(Object.keys(policy.inherited)).toEqual(INHERITABLE);
  });

  it.each(FIELDS)('go by the snake_case of the camelCase name on the wire: %s', (name) => {
    expect(POLICY_FIELDS[name as keyof typeof POLICY_FIELDS].wireName).toBe(snakeCase(name));
  });

  it('have a default of the tenant each, in the order of the specification', () => {
    expect(Object.keys(tenantDefaults(tenant))).toEqual(FIELDS);
    const defaults = Object.values(tenantDefaults(tenant));
    const held = [...Object.values(tenant.mfa), ...Object.values(tenant.password)];
    expect(defaults.toSorted(bySpelling)).toEqual(held.toSorted(bySpelling));
  });
});

function bySpelling(left: unknown, right: unknown): number {
  return JSON.stringify(left).localeCompare(JSON.stringify(right));
}

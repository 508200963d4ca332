import { describe, expect, it } from 'vitest';
import { snakeCase } from '../../test/policy-arbitraries.js';
import { mergePolicy } from './merge-policy.js';
import { POLICY_FIELDS, POLICY_FIELD_NAMES } from './policy-fields.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from './tenant-policy.js';

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

  it('have exactly 16 inheritance flags: all but requirePhoneVerification', () => {
    expect(Object.keys(policy.inherited)).toEqual(INHERITABLE);
  });

  it.each(FIELDS)('go by the snake_case of the camelCase name on the wire: %s', (name) => {
    expect(POLICY_FIELDS[name as keyof typeof POLICY_FIELDS].wireName).toBe(snakeCase(name));
  });

  it.each(FIELDS)('are read from the place that they name: %s', (name) => {
    const field = POLICY_FIELDS[name as keyof typeof POLICY_FIELDS];
    const [record, key] = field.source.split(', ');
    const records: Record<string, object> = {
      'tenant MFA policy': tenant.mfa,
      'tenant password policy': tenant.password,
    };
    expect(Object.entries(records[record!]!)).toContainEqual([key, field.tenantValue(tenant)]);
  });
});

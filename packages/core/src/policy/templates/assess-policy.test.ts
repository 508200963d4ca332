import { describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../tenants/tenant.js';
import { assessPolicy, policyTemplates, type PolicyTemplateName } from './assess-policy.js';
import { mergePolicy } from '../merge-policy.js';
import { tenantDefaults, type PolicyValues } from '../policy-fields.js';

const DEFAULTS = tenantDefaults(DEFAULT_TENANT);

/** Meets all three: what each asks for beside the others. */
const STRICT: PolicyValues = {
  ...DEFAULTS,
  mfaEnforcement: 'required',
  mfaPolicy: 'always',
  gracePeriodMs: 0,
  unenrolledUserAction: 'block',
  allowedFactors: ['webauthn', 'totp'],
  passwordMinLength: 15,
  passwordDisallowReuse: 4,
  sessionTimeoutMinutes: 60,
  sessionIdleTimeoutMinutes: 5,
};

/** Each gap as one line: field, what was found, what is needed, and the section. */
function gapsOf(policy: PolicyValues, template: PolicyTemplateName): readonly string[] {
  return assessPolicy(policy, policyTemplates[template]).map(
    ({ field, found, needed, source }) =>
      `${field} ${JSON.stringify(found)} ${JSON.stringify(needed)} ${source}`,
  );
}

describe("the tenant's policy as it is at first", () => {
  it.each<[PolicyTemplateName, readonly string[]]>([
    [
      'nist_800_63b_4',
      [
        'mfaEnforcement "optional" {"at_least":"required"} NIST SP 800-63B-4, 2.2.1',
        'mfaPolicy "adaptive" {"at_least":"always"} NIST SP 800-63B-4, 2.2.1',
        'gracePeriodMs 604800000 {"at_least":0} NIST SP 800-63B-4, 2.2.1',
        'unenrolledUserAction "prompt" {"at_least":"force_enrollment"} NIST SP 800-63B-4, 2.2.1',
        'allowedFactors ["webauthn","totp","sms","email"] {"excludes":"email"} NIST SP 800-63B-4, 3.1.3.1',
      ],
    ],
    [
      'pci_dss_4',
      [
        'mfaEnforcement "optional" {"at_least":"required"} PCI DSS 4.0.1, 8.4.2',
        'mfaPolicy "adaptive" {"at_least":"always"} PCI DSS 4.0.1, 8.4.2',
        'gracePeriodMs 604800000 {"at_least":0} PCI DSS 4.0.1, 8.5.1',
        'unenrolledUserAction "prompt" {"at_least":"force_enrollment"} PCI DSS 4.0.1, 8.5.1',
        'passwordMinLength 8 {"at_least":12} PCI DSS 4.0.1, 8.3.6',
        'passwordRequireNumber false {"at_least":true} PCI DSS 4.0.1, 8.3.6',
        'passwordRequireLowercase false {"at_least":true} PCI DSS 4.0.1, 8.3.6',
        'passwordDisallowReuse 0 {"at_least":4} PCI DSS 4.0.1, 8.3.7',
        'sessionIdleTimeoutMinutes 60 {"at_least":15} PCI DSS 4.0.1, 8.2.8',
      ],
    ],
    [
      'hipaa',
      [
        'mfaEnforcement "optional" {"at_least":"required"} 45 CFR 164.312(d)',
        'gracePeriodMs 604800000 {"at_least":0} 45 CFR 164.312(d)',
        'unenrolledUserAction "prompt" {"at_least":"force_enrollment"} 45 CFR 164.312(d)',
        'sessionTimeoutMinutes 480 {"at_least":60} 45 CFR 164.312(a)(2)(iii)',
        'sessionIdleTimeoutMinutes 60 {"at_least":5} 45 CFR 164.312(a)(2)(iii)',
      ],
    ],
  ])('lacks of %s what the table says', (template, gaps) => {
    expect(gapsOf(DEFAULTS, template)).toEqual(gaps);
  });
});

it('a strict policy meets NIST and HIPAA whole', () => {
  expect(gapsOf(STRICT, 'nist_800_63b_4')).toEqual([]);
  expect(gapsOf(STRICT, 'hipaa')).toEqual([]);
});

it('NIST forbids the rules about characters that PCI DSS asks for', () => {
  const pci = { ...STRICT, passwordRequireNumber: true, passwordRequireUppercase: true };
  expect(gapsOf(pci, 'pci_dss_4')).toEqual([]);
  expect(gapsOf(pci, 'nist_800_63b_4')).toEqual([
    'passwordRequireUppercase true {"exactly":false} NIST SP 800-63B-4, 3.1.1.2',
    'passwordRequireNumber true {"exactly":false} NIST SP 800-63B-4, 3.1.1.2',
  ]);
});

it('a policy without passkeys lacks an option that resists phishing', () => {
  expect(gapsOf({ ...STRICT, allowedFactors: ['totp'] }, 'nist_800_63b_4')).toEqual([
    'allowedFactors ["totp"] {"includes":"webauthn"} NIST SP 800-63B-4, 2.2.2',
  ]);
});

it('a policy that trusts browsers lacks a challenge at each sign-in', () => {
  const trusting = { ...STRICT, trustedDeviceDays: 1 };
  const gap = 'trustedDeviceDays 1 {"at_least":0}';
  expect(gapsOf(trusting, 'nist_800_63b_4')).toEqual([`${gap} NIST SP 800-63B-4, 5.1`]);
  expect(gapsOf(trusting, 'pci_dss_4')).toContain(`${gap} PCI DSS 4.0.1, 8.5.1`);
  expect(gapsOf(trusting, 'hipaa')).toEqual([`${gap} 45 CFR 164.312(d)`]);
});

it('a policy that is merged in HIPAA mode meets its template, whatever is stored', () => {
  const stored = { mfaEnforcement: 'disabled', gracePeriodMs: 1, sessionTimeoutMinutes: 900 };
  const tenant = { ...DEFAULT_TENANT, hipaa: true };
  const { policy } = mergePolicy({ overrides: stored, legacy: {}, tenant });
  expect(gapsOf(policy, 'hipaa')).toEqual([]);
});

import type { Evidence, ShownBy, Tests } from '../evidence.js';
import {
  mergePolicy,
  policyDecisions,
  policyFields,
  policyRules,
  removal,
  tenantRecords,
  transitions,
} from './files.js';

const checkPassword = 'packages/core/src/policy/check-password.test.ts';
const passwordService = 'packages/core/src/policy/password-service.test.ts';
const sessionExpiry = 'packages/core/src/policy/session-expiry.test.ts';
const decideSignIn = 'packages/core/src/policy/decide-sign-in.test.ts';

const inAnswer: Tests = {
  [policyRules]: ['rule 1: GET returns the merged effective policy with the _inherited flags'],
};

/** That a field is in the answer and is held to its rule, and what its values mean. */
const policyField = (rule: string, meaning: Tests): Evidence => ({
  ...inAnswer,
  [policyFields]: [`%s: %s › ${rule}`],
  ...meaning,
});

/** The same for a field of the tenant password policy. */
const passwordField = (name: string, meaning: Tests = {}): Evidence => ({
  [tenantRecords]: [
    'rule 1: names are accepted in %s, and answered in camelCase',
    `rule 3: the constraint of %s › ${name}`,
  ],
  ...meaning,
});

/** The rule of every flag. */
const SWITCH = 'not disabled when the tenant requires it';

const uppercase: Tests = {
  [checkPassword]: [
    'a character class › counts %s › an ASCII capital as uppercase',
    'does not count %s › lowercase as uppercase',
  ],
};
const lowercase: Tests = {
  [checkPassword]: [
    'a character class › counts %s › an ASCII letter as lowercase',
    'does not count %s › uppercase as lowercase',
  ],
};
const number: Tests = {
  [checkPassword]: [
    'a character class › counts %s › an ASCII digit as a number',
    'does not count %s › a letter as a number',
  ],
};
const symbol: Tests = {
  [checkPassword]: [
    'a character class › counts %s › punctuation as a symbol',
    'does not count %s › a letter as a symbol',
  ],
};
const minLength: Tests = { [checkPassword]: ['names the limit that it falls short of'] };
const breachCheck: Tests = {
  [passwordService]: [
    'that is %s, with breachCheck %s and HIPAA mode %s › breached',
    'is not made where the policy does without',
  ],
};
const maxAge: Tests = {
  [checkPassword]: [
    'the age of a password › %s › asks for a change at exactly the maximum',
    'the age of a password › %s › asks for none ever where the maximum is 0',
  ],
};
const reuse: Tests = { [passwordService]: ['with a history of %d: is it allowed?'] };

export const resources: ShownBy = {
  'SMS enrolment (pending)': {
    'status | string': {
      [transitions]: [
        'POST, verified phone and SMS enabled → pending: a code goes to the verified phone',
      ],
    },
    'phone_number_masked | string': {
      'test/account-api/sms.int.test.ts': [
        'row "Mask" › %s is shown as %s',
        'the whole number is in no answer',
      ],
      'packages/core/src/one-time-code/mask-phone.test.ts': [
        'shows at most 2 digits in front and 4 behind, hides at least 4 and keeps the length',
      ],
    },
  },

  'MFA status': {
    'enabled | boolean': {
      [transitions]: [
        'PUT, code correct → enrolled: the SMS method is on the identity',
        'DELETE → none: the factor is gone, the verified phone stays',
      ],
    },
    'methods | string[]': {
      [removal]: [
        'nothing enrolled: false and []',
        "SMS beside the host's factors, in priority order, with the backup codes",
      ],
      [transitions]: ['PUT, code correct → enrolled: the SMS method is on the identity'],
    },
    'backup_codes_remaining | integer': {
      [transitions]: [
        'PUT, code correct → enrolled: the SMS method is on the identity',
        'DELETE → none: the factor is gone, the verified phone stays',
      ],
    },
  },

  'Effective organisation security policy': {
    'Response fields use camelCase.': {
      [policyRules]: ['rule 1: GET returns the merged effective policy with the _inherited flags'],
      [mergePolicy]: [
        'precedence › %s › an override wins over a legacy value',
        'precedence › %s › the tenant default holds where nothing is stored',
      ],
    },
    'tenant_id | string': inAnswer,
    'org_id | string': inAnswer,
    'mfaEnforcement | string': policyField('not less strict than the tenant default', {
      [policyDecisions]: [
        'row "`%s`": its values, weakest first, tenant against organisation › mfaEnforcement',
      ],
    }),
    'mfaPolicy | string': policyField('not less strict than the tenant MFA policy', {
      [policyDecisions]: [
        'row "`%s`": its values, weakest first, tenant against organisation › mfaPolicy',
      ],
    }),
    'allowedFactors | string[]': policyField("a subset of the tenant's allowed factors", {
      [policyDecisions]: ['is de-duplicated, its order kept'],
    }),
    'preferredFactor | string': policyField('one of the allowed factors', {
      [policyDecisions]: [
        "is 400 outside the merged allowedFactors: the tenant's, the stored, those of the body",
      ],
    }),
    'gracePeriodMs | integer': policyField('not longer than the tenant', {
      [policyDecisions]: [
        'row "`gracePeriodMs`": 0 is the strictest, 90 days are the most, longer is weaker',
      ],
      [decideSignIn]: ['the grace period › %s'],
    }),
    'unenrolledUserAction | string': policyField('not weaker than the tenant', {
      [policyDecisions]: [
        'row "`%s`": its values, weakest first, tenant against organisation › unenrolledUserAction',
      ],
      [decideSignIn]: ['somebody without a usable factor › %s'],
    }),
    'passwordMinLength | integer': policyField('not below the tenant minimum', minLength),
    'passwordRequireUppercase | boolean': policyField(SWITCH, uppercase),
    'passwordRequireLowercase | boolean': policyField(SWITCH, lowercase),
    'passwordRequireNumber | boolean': policyField(SWITCH, number),
    'passwordRequireSymbol | boolean': policyField(SWITCH, symbol),
    'passwordHibpCheck | boolean': policyField(SWITCH, breachCheck),
    'passwordMaxAgeDays | integer': policyField(
      'not above the tenant maximum age, and 0 means no expiry, which is above all',
      maxAge,
    ),
    'passwordDisallowReuse | integer': policyField('not below the tenant reuse limit', reuse),
    'sessionTimeoutMinutes | integer': policyField('5 or more, whatever the tenant has', {
      [sessionExpiry]: ['a session › %s › ends by age however often it is used'],
    }),
    'sessionIdleTimeoutMinutes | integer': policyField('1 or more, whatever the tenant has', {
      [sessionExpiry]: ['a session › %s › that is not used ends by idling'],
    }),
    'requirePhoneVerification | boolean': policyField(SWITCH, {
      [decideSignIn]: [
        'a policy that wants a verified phone › %s › asks for it before letting anybody in',
      ],
    }),
    '_inherited | object': {
      ...inAnswer,
      'packages/core/src/policy/policy-fields.test.ts': [
        'have exactly 16 inheritance flags: all but requirePhoneVerification',
      ],
      [policyFields]: ['%s: %s'],
    },
    'Full lists of allowed values': {
      [policyDecisions]: ['row "`%s`": its values, weakest first, tenant against organisation'],
    },
  },

  'Tenant password policy': {
    'tenant_id | string': {
      [tenantRecords]: ['rule 1: names are accepted in %s, and answered in camelCase'],
      'packages/core/src/policy/change-tenant-policy.test.ts': [
        'ignores the tenant_id that an answer has',
      ],
    },
    'minLength | integer': passwordField('minLength', minLength),
    'requireUppercase | boolean': passwordField('requireUppercase', uppercase),
    'requireLowercase | boolean': passwordField('requireLowercase', lowercase),
    'requireNumber | boolean': passwordField('requireNumber', number),
    'requireSymbol | boolean': passwordField('requireSymbol', symbol),
    'hibpCheck | boolean': passwordField('hibpCheck', breachCheck),
    'maxAgeDays | integer': passwordField('maxAgeDays', maxAge),
    'disallowReuse | integer': passwordField('disallowReuse', reuse),
    'The tenant MFA policy record and the tenant SMS settings record': {
      [tenantRecords]: [
        'row "MFA policy record" › is read and changed, whole and in parts',
        'row "SMS settings record" › is read and changed, whole and in parts',
      ],
    },
  },
};

import type { ShownBy } from '../evidence.js';
import {
  access,
  accountErrors,
  code,
  deliveries,
  internal,
  limits,
  policyFields,
  policyRules,
  retries,
  tenantRecords,
  versions,
} from './files.js';

const errorTable = 'packages/http/src/error-table.test.ts';

export const errorsAndLimits: ShownBy = {
  Errors: {
    'Every error carries a short code and an HTTP status.': {
      [errorTable]: [
        'answers %s as the golden vector says',
        'has a golden vector for every code, and none besides',
      ],
    },
    '422 | validation_error | POST /mfa/sms': {
      [accountErrors]: [
        '422 validation_error, POST /mfa/sms: no verified phone number on the identity',
      ],
    },
    '422 | validation_error | PUT /mfa/sms': {
      [accountErrors]: [
        '422 validation_error, PUT /mfa/sms: invalid code',
        '422 validation_error, PUT /mfa/sms: expired enrolment',
        '422 validation_error, PUT /mfa/sms: maximum attempts reached',
      ],
    },
    '409 | conflict': {
      [accountErrors]: ['409 conflict, POST or PUT /mfa/sms: SMS MFA already enrolled'],
    },
    '404 | not_found | PUT /mfa/sms': {
      [accountErrors]: ['404 not_found, PUT /mfa/sms: no pending enrolment'],
    },
    '503 | service_unavailable': {
      [accountErrors]: ['503 service_unavailable, POST /mfa/sms: %s is false for the tenant'],
    },
    '429 | rate_limited': {
      [accountErrors]: ['429 rate_limited, POST /mfa/sms: rate limit exceeded'],
    },
    '401 | unauthorized': { [access]: ['is refused, with nothing stored, to everybody else'] },
    '403 | forbidden': {
      [access]: ['is allowed to a key with its scope alone, and to no key with all others'],
    },
    '404 | not_found | Customer API': {
      [policyRules]: ['404 not_found, %s: the organisation does not exist'],
      [access]: ["another tenant's organisation is for %s the same 404 as none, byte for byte"],
    },
    '400 | validation_error': {
      [policyFields]: ['%s: %s'],
      [policyRules]: [
        'rule 4: several violations are one 400 validation_error that names them all',
      ],
    },
  },

  Limits: {
    'Pending SMS enrolment lifetime': {
      [code]: ['valid at 14:59.999', 'expired at exactly 15:00.000'],
    },
    'SMS one-time code length': {
      [code]: ['6 decimal digits, each time another one', 'malformed, 422 and not counted: %s'],
    },
    'passwordMinLength (tenant)': { [tenantRecords]: ['rule 3: the constraint of %s › minLength'] },
    'maxAgeDays, disallowReuse': {
      [tenantRecords]: [
        'rule 3: the constraint of %s › maxAgeDays',
        'rule 3: the constraint of %s › disallowReuse',
      ],
    },
    'sessionTimeoutMinutes (organisation)': {
      [policyFields]: ['%s: %s › 5 or more, whatever the tenant has'],
    },
    'sessionIdleTimeoutMinutes (organisation)': {
      [policyFields]: ['%s: %s › 1 or more, whatever the tenant has'],
    },
    'Webhook delivery attempts': {
      [retries]: [
        'ten attempts, each at its due time and not a millisecond before, then it is exhausted',
      ],
    },
    'HIPAA mode session minimums': {
      [tenantRecords]: [
        'with the mode on, the defaults are exactly 5 and 60',
        'they are ceilings: above is 400 for organisation and tenant, at or below is fine',
        'stored ones clamp while the mode is on, and come back when it is off',
      ],
    },
    'Rate limiting': {
      [limits]: [
        'gets exactly the limit of parallel requests through, and is told when to come back',
        'guesses so many tokens, and is then refused even with a right one',
        'every answer carries the headers, whatever its status',
      ],
      'packages/http/src/limits/credential-limit.test.ts': [
        'is one per key on the Customer API, and keys of two tenants do not share it',
      ],
      'packages/http/src/limits/request-limits.test.ts': [
        'DECISIONS, "Rate-limit headers": 60 and 120 a minute on the Account API, 600 and 300 on the Customer API',
      ],
    },
    'Maximum number of code attempts': {
      [code]: [
        '5 per enrolment: the fifth is the last, and the right one comes too late',
        '10 per hour: then no guess counts and no code is sent, for exactly an hour',
      ],
    },
    'Lifetime of a step-up code': {
      [internal]: ['is good until 4:59.999 and expired at 5:00, whatever it is'],
    },
  },

  Versioning: {
    '1. All three APIs carry the version': {
      [versions]: [
        'every path of the API begins with /v1 and the name of one of the three',
        '%s %s is there under /v1',
      ],
      [internal]: ['is answered with 200 and the masked number, not wrapped'],
    },
    '2. Policy and password-policy requests accept both': {
      [policyRules]: [
        'rule 2: PUT accepts snake_case and camelCase names, every field, with the same outcome',
      ],
      [tenantRecords]: ['rule 1: names are accepted in %s, and answered in camelCase'],
    },
    '3. Legacy webhook event names are normalised': {
      'packages/core/src/events/new-event.test.ts': [
        'of type %s is stored under its canonical name, whatever it came as',
      ],
      [deliveries]: [
        'a subscriber that asked for legacy names gets them, in header and body, and is verified',
      ],
    },
    '4. Deprecation policy and any other version negotiation': {
      [versions]: [
        'under "%s" there is nothing, so the host answers 404',
        'a header asks for no other version',
      ],
    },
  },
};

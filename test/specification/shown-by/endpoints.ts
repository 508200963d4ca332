import type { ShownBy } from '../evidence.js';
import {
  accountBadInput,
  code,
  internal,
  phone,
  policyDecisions,
  policyFields,
  policyRules,
  removal,
  subscribers,
  tenantRecords,
  transitions,
} from './files.js';

const accountMfa = 'packages/http/src/account-mfa.test.ts';
const badInput = 'packages/http/src/bad-input.test.ts';

export const endpoints: ShownBy = {
  Endpoints: {
    'All payloads are JSON.': {
      [accountMfa]: [
        'starts with 201, the masked number and one message',
        'ends with 200 and the MFA status',
        'answers privately, as JSON, with the id of the request',
      ],
      [badInput]: [
        'nothing is stored or sent for › %s › no JSON',
        'nothing is stored or sent for › %s › a form',
      ],
    },
  },

  'Account API': {
    'POST | {base_url}/v1/account/mfa/sms': {
      [transitions]: [
        'POST, verified phone and SMS enabled → pending: a code goes to the verified phone',
      ],
      [badInput]: ['is not read on a route that has none, whatever it is'],
    },
    'PUT | {base_url}/v1/account/mfa/sms': {
      [transitions]: ['PUT, code correct → enrolled: the SMS method is on the identity'],
      [code]: ['malformed, 422 and not counted: %s', 'malformed, 422: no code at all'],
      [accountBadInput]: ['a problem, and nothing stored or sent, where %s is wrong: › %s'],
    },
    'DELETE | {base_url}/v1/account/mfa/sms': {
      [transitions]: ['DELETE → none: the factor is gone, the verified phone stays'],
    },
    'Errors of these operations are in the Errors section.': {
      [removal]: [
        'none: 404 not_found',
        'expired or exhausted: 404 not_found, and the tombstone stays',
        'below aal2: 401 with the challenge of RFC 9470, and the factor stays',
      ],
    },
    'Phone number management is referenced': {
      [phone]: [
        '202: a code goes to the new number, and it is pending',
        '200: the number is the verified one, and can be enrolled',
        '200: no number is left, and nothing can be enrolled',
      ],
    },
  },

  'Internal API (authentication application only)': {
    'POST | {base_url}/v1/internal/mfa/sms/challenge': {
      [internal]: [
        'is answered with 200 and the masked number, not wrapped',
        'sends one message that ends in the origin-bound line and speaks of 5 minutes',
      ],
    },
    'POST | {base_url}/v1/internal/mfa/sms/verify': {
      [internal]: ['that is right is answered with 200 and verified, not wrapped, and is used up'],
    },
    'Request body of the challenge call': {
      [internal]: [
        'is answered with 200 and the masked number, not wrapped',
        'is refused, and nothing is changed or sent: › %s',
        'that is wrong spends an attempt even though the request fails; the fifth ends the challenge',
        'that is %j is malformed and costs nothing',
      ],
      'test/internal-api/bad-input.int.test.ts': ['to %s with %j is answered with %s'],
    },
  },

  'Customer API': {
    'GET | {base_url}/v1/customer/organisations/{orgId}/security-policy': {
      [policyRules]: ['rule 1: GET returns the merged effective policy with the _inherited flags'],
    },
    'PUT | {base_url}/v1/customer/organisations/{orgId}/security-policy': {
      [policyRules]: [
        'rule 2: PUT accepts snake_case and camelCase names, every field, with the same outcome',
        'rule 3: PUT changes only the fields that its body holds',
      ],
    },
    'DELETE | {base_url}/v1/customer/organisations/{orgId}/security-policy': {
      [policyRules]: ['rule 5: DELETE removes all overrides, and every flag is true'],
    },
    'GET | {base_url}/v1/customer/settings/password-policy': {
      [tenantRecords]: ['row "Password defaults"'],
    },
    'PUT | {base_url}/v1/customer/settings/password-policy': {
      [tenantRecords]: ['rule 1: names are accepted in %s, and answered in camelCase'],
    },
    '1. GET returns the merged effective policy': {
      [policyRules]: ['rule 1: GET returns the merged effective policy with the _inherited flags'],
    },
    '2. PUT accepts snake_case names': {
      [policyRules]: [
        'rule 2: PUT accepts snake_case and camelCase names, every field, with the same outcome',
      ],
    },
    '3. PUT body holds only the fields to change.': {
      [policyRules]: [
        'rule 3: PUT changes only the fields that its body holds',
        'rule 3: null in %s clears every override, and its flag becomes true',
      ],
    },
    '4. PUT validation, each violation giving 400': {
      [policyFields]: [
        '%s: %s › not less strict than the tenant default',
        '%s: %s › not less strict than the tenant MFA policy',
        "%s: %s › a subset of the tenant's allowed factors",
        '%s: %s › not below the tenant minimum',
        '%s: %s › not disabled when the tenant requires it',
        '%s: %s › not above the tenant maximum age, and 0 means no expiry, which is above all',
        '%s: %s › not below the tenant reuse limit',
        '%s: %s › 5 or more, whatever the tenant has',
        '%s: %s › 1 or more, whatever the tenant has',
        'every field that a policy shows has a row here',
      ],
      [policyRules]: [
        'rule 4: several violations are one 400 validation_error that names them all',
      ],
    },
    '5. DELETE removes all organisation overrides.': {
      [policyRules]: [
        'rule 5: DELETE removes all overrides, and every flag is true',
        'rule 5: except where overrides held in an older store remain',
      ],
    },
    '6. Which of the remaining fields': {
      [policyRules]: ['rule 6: the fields of which it says nothing can be set as well'],
      [policyDecisions]: ['row "Settable by PUT": what GET answers may be edited and sent back'],
    },
    '7. Errors of DELETE on the security policy': {
      [policyRules]: ['404 not_found, %s: the organisation does not exist › DELETE'],
      [policyDecisions]: [
        'row "DELETE with nothing stored": 200; an unknown organisation, or another tenant\'s, 404',
      ],
    },
    '1. Field names are accepted in snake_case': {
      [tenantRecords]: ['rule 1: names are accepted in %s, and answered in camelCase'],
    },
    '2. PUT may send a subset of the fields.': {
      [tenantRecords]: ['rule 2: PUT may send a subset of the fields, each alone'],
    },
    '3. Constraints are those in the resource table.': {
      [tenantRecords]: ['rule 3: the constraint of %s'],
    },
    '4. Error responses of both password-policy operations': {
      [tenantRecords]: [
        'rule 4 and row "Password policy errors": 401, 403, 400 validation_error with errors',
      ],
    },
    'Other management endpoints of the Customer API exist': {
      elsewhere:
        'Of these, API keys, webhooks and logs are here; the others are endpoints of the platform around the service.',
      tests: {
        'test/customer-api/management-keys.int.test.ts': [
          'a created key works at once, on every mount and connection',
        ],
        [subscribers]: [
          'a subscriber lives: made, shown, changed, rotated, disabled, enabled and removed',
        ],
        'test/customer-api/logs.int.test.ts': [
          'are of 20 where no limit is given, and of 100 at most',
          'are walked once, newest first, while new entries arrive',
          'a cursor is good for its tenant, list and filter alone, and as long as its key is',
        ],
        'test/idempotency/customer.int.test.ts': [
          'a management key is made once, and its secret shown again within 24 hours',
          'a PUT that is repeated does not undo what was changed since',
        ],
      },
    },
  },
};

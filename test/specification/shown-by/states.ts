import type { ShownBy } from '../evidence.js';
import { accountErrors, decideStepUp, internal, removal, resend, transitions } from './files.js';

const stepUpService = 'packages/core/src/step-up/step-up-service.test.ts';

export const states: ShownBy = {
  'SMS MFA enrolment': {
    'States: none (not enrolled, nothing pending), pending, enrolled.': {
      'packages/core/src/mfa/enrolment-model.test.ts': [
        'follow the tables of the specification, in every row, through any commands and within every budget',
      ],
      'packages/core/src/mfa/enrolment-service.test.ts': [
        'goes from none over pending to enrolled and back to none',
      ],
    },
    'none | POST /v1/account/mfa/sms': {
      [transitions]: [
        'POST, verified phone and SMS enabled → pending: a code goes to the verified phone',
      ],
    },
    'pending | 15 minutes pass': {
      [transitions]: ['15 minutes pass → none: a later PUT is 422 validation_error'],
    },
    'pending | PUT /v1/account/mfa/sms | code is correct': {
      [transitions]: [
        'PUT, code correct → enrolled: the SMS method is on the identity',
        'PUT, code correct → enrolled: the pending enrolment is cleared',
      ],
    },
    'pending | PUT /v1/account/mfa/sms | code invalid': {
      [transitions]: [
        'PUT, code invalid → pending: 422 validation_error, and the right code still works',
        '15 minutes pass → none: a later PUT is 422 validation_error',
        'PUT, maximum attempts reached → none: 422 validation_error, even for the right code',
      ],
    },
    'none | PUT /v1/account/mfa/sms': { [transitions]: ['PUT → none: 404 not_found'] },
    'enrolled | POST or PUT /v1/account/mfa/sms': {
      [transitions]: [
        'POST → enrolled: 409 conflict, and nothing is sent',
        'PUT → enrolled: 409 conflict',
      ],
    },
    'enrolled | DELETE /v1/account/mfa/sms': {
      [transitions]: [
        'DELETE → none: the factor is gone, the verified phone stays',
        'DELETE → none: SMS can be enrolled again',
      ],
    },
    'Behaviour of POST while an enrolment is already pending': {
      [resend]: [
        '201 again: the new code works',
        'the old code is dead, and entering it is a wrong guess',
        '15 minutes run anew',
        'the attempt counter is not reset: 4 wrong, a resend, and 1 wrong exhaust it',
      ],
      [removal]: ['none: 404 not_found', 'pending: cancels it, 200'],
    },
  },

  'Step-up session assurance': {
    'session at assurance level aal1 | challenge issued': {
      elsewhere:
        'The authentication application owns the sessions: it marks them, and consent resumes in it.',
      tests: {
        'test/specification/consent.int.test.ts': [
          'consent asks for SMS on its page, and for nothing once the session is at aal2',
        ],
        [internal]: [
          'that is right is answered with 200 and verified, not wrapped, and is used up',
          'raises inside the SDK exactly the session that it was sent for',
        ],
        [decideStepUp]: [
          'during consent › %s › a session at aal1 whose factor is SMS goes to the hosted page',
          'during consent › %s › a session at aal2 needs nothing',
        ],
      },
    },
    'The challenge is started when the session is at aal1': {
      [decideStepUp]: [
        'during consent › %s › a session at aal1 whose factor is SMS goes to the hosted page',
        'during consent › %s › a preferred SMS comes before a stronger factor',
        'during consent › %s › no consent, no step-up',
        'every session × consent × policy × factor × risk × time is decided as the table says',
      ],
      [stepUpService]: ['is decided by the factors that the person has now'],
    },
  },

  'Other state sets': {
    'Account states (active, suspended) and tenant states (pending, active)': {
      elsewhere:
        'The directory and the provisioning of tenants move people and tenants between these states.',
      tests: {
        [accountErrors]: ['403 forbidden: the identity is suspended › on every operation'],
        'test/webhooks/catalogue.int.test.ts': [
          'each is emitted, listed, delivered, verified and given its type by the receiver',
        ],
      },
    },
  },
};

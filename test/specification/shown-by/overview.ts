import type { ShownBy } from '../evidence.js';
import {
  access,
  accountErrors,
  catalogue,
  deliveries,
  internal,
  internalCredentials,
  mergePolicy,
  policyRules,
  tenantRecords,
  transitions,
  versions,
} from './files.js';

export const overview: ShownBy = {
  'Identity Platform Service: SMS MFA, Organisation Security Policy, Tenant Password Policy and Webhook Events':
    {
      'This document covers one service in full': {
        elsewhere: 'It is about the document, and says nothing of the service.',
      },
    },

  'What the service does': {
    'The service is a multi-tenant authentication and authorisation platform.': {
      'packages/core/src/testing/contract/isolation.ts': [
        'no tenant sees what another stored under the same ids',
      ],
      'packages/postgres/src/row-level-security.int.test.ts': [
        'a tenant sees its own, whatever the query says',
        "another tenant's can be neither changed nor deleted",
      ],
      [access]: [
        'two tenants with an organisation of the same id have a policy each',
        "the tenant's own header and subdomain may be sent",
      ],
      'packages/express/src/express-middleware.test.ts': [
        'is the rest below a mount path, and below a router in it',
      ],
      'packages/fastify/src/fastify-plugin.test.ts': ['the path › is the same %s'],
    },
    'Account API | {base_url}/v1/account': {
      [versions]: ['%s %s is there under /v1'],
      [transitions]: ['PUT, code correct → enrolled: the SMS method is on the identity'],
      [access]: ['row "Account scopes": a management key is 401 on the Account API: %s %s'],
    },
    'Internal API | {base_url}/v1/internal': {
      [internalCredentials]: [
        '%s lets the authentication application in › the one',
        'a %s alone is refused › user token',
        'a %s alone is refused › management key',
      ],
    },
    'Customer API | {base_url}/v1/customer': {
      [access]: [
        'is allowed to a key with its scope alone, and to no key with all others',
        'is allowed to an administrator whose access token has the scope',
        'is refused, with nothing stored, to everybody else',
      ],
    },
    '1. SMS one-time-code MFA': {
      'packages/core/src/mfa/enrolment-model.test.ts': [
        'follow the tables of the specification, in every row, through any commands and within every budget',
      ],
      [transitions]: [
        'POST, verified phone and SMS enabled → pending: a code goes to the verified phone',
        'PUT, code correct → enrolled: the SMS method is on the identity',
        'DELETE → none: the factor is gone, the verified phone stays',
      ],
      [internal]: [
        'sends one message that ends in the origin-bound line and speaks of 5 minutes',
        'that is right is answered with 200 and verified, not wrapped, and is used up',
      ],
    },
    '2. Organisation security policies': {
      [policyRules]: ['rule 1: GET returns the merged effective policy with the _inherited flags'],
      [mergePolicy]: ['no merge is ever weaker than the tenant'],
    },
    '3. Tenant password policy': {
      'packages/http/src/customer-settings.test.ts': ['is the default of the organisations'],
      [mergePolicy]: [
        'a policy without overrides is the tenant default in every field without a legacy value',
      ],
    },
    '4. Webhook events': {
      [deliveries]: ['accepts a delivery'],
      [catalogue]: [
        'each is emitted, listed, delivered, verified and given its type by the receiver',
      ],
    },
    '1. SMS is enabled and mfa_enabled is true': {
      [accountErrors]: [
        '503 service_unavailable, POST /mfa/sms: %s is false for the tenant › enabled',
        '503 service_unavailable, POST /mfa/sms: %s is false for the tenant › mfa_enabled',
      ],
    },
    '2. The user has a verified phone number': {
      [accountErrors]: [
        '422 validation_error, POST /mfa/sms: no verified phone number on the identity',
      ],
    },
    '3. sms is included': {
      [accountErrors]: ['POST is 503 service_unavailable, reason factor_not_allowed'],
    },
    'HIPAA mode is a per-tenant opt-in.': {
      'test/specification/hipaa.int.test.ts': [
        'HIPAA mode is off until it is switched on, and then for one tenant alone',
      ],
      [tenantRecords]: [
        'enforcement required, grace 0, action at least force_enrollment, for tenant and organisation',
        'with the mode on, the defaults are exactly 5 and 60',
        'they are ceilings: above is 400 for organisation and tenant, at or below is fine',
        'row "HIPAA logging": the mode and every access to protected fields are in the log',
      ],
      [mergePolicy]: ['no merge is weaker than HIPAA mode demands'],
      'packages/core/src/testing/contract/audit-trail.ts': [
        'an access to protected fields is recorded, and where it cannot be, the caller hears of it',
      ],
      'packages/core/src/audit/audit-service.test.ts': [
        'an access to protected fields is recorded with who, whose, which and why, for 6 years',
      ],
      'packages/postgres/src/append-only.int.test.ts': [
        'can change no entry',
        'can empty nothing',
        'can delete no entry before its time, to the millisecond',
      ],
      'packages/core/src/testing/contract/purge-audit.ts': [
        'purge keeps every audit entry until its time, to the millisecond',
      ],
    },
  },
};

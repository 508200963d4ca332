import type { ShownBy } from '../evidence.js';
import {
  access,
  accountErrors,
  chooseFactor,
  decideStepUp,
  internalCredentials,
  mergePolicy,
} from './files.js';

const badInput = 'packages/http/src/bad-input.test.ts';
const ownScopeAlone = 'is allowed to a key with its scope alone, and to no key with all others';

/** Every operation is tried with its scope alone and with all others; the table holds the scopes. */
const scopes = {
  'test/specification/scopes.test.ts': ['%s asks for %s, as the table says'],
  [access]: [ownScopeAlone],
};

export const authentication: ShownBy = {
  Authentication: {
    'Account API | user OAuth access token': {
      'packages/http/src/auth/jwt-authenticator.test.ts': ['speaks for its subject'],
      [badInput]: [
        'is taken from "%s"',
        'nothing is stored or sent for › %s › no token',
        'nothing is stored or sent for › %s › a management key',
      ],
    },
    'Internal API | service secret': {
      [internalCredentials]: [
        '%s lets the authentication application in › the one',
        '%s is refused, and nothing happens › none',
        'is of no use where the host has configured none',
      ],
    },
    'Customer API | management API key': {
      'packages/core/src/access/api-key.test.ts': [
        'is the prefix for scanners and 32 bytes in base64url',
      ],
      [access]: [ownScopeAlone, 'is allowed to an administrator whose access token has the scope'],
    },
    'GET security-policy | organisations:read': scopes,
    'PUT and DELETE security-policy | organisations:write': scopes,
    'GET password-policy | settings:read': scopes,
    'PUT password-policy | settings:write': scopes,
    '1. A missing or invalid token gives 401 unauthorized': {
      [access]: ['is refused, with nothing stored, to everybody else', ownScopeAlone],
      [accountErrors]: [
        'an expired token, on every operation',
        'a token whose signature was tampered with',
        '%s %s asks for it with a challenge (RFC 6750)',
      ],
      [internalCredentials]: ['%s is refused, and nothing happens'],
    },
    '2. Requests are scoped to one tenant': {
      [badInput]: [
        'nothing is stored or sent for › %s › a tenant header that differs',
        'nothing is stored or sent for › %s › a subdomain that differs',
        'the tenant of a request › %s › agrees with its subdomain',
      ],
      'packages/http/src/customer-tenants.test.ts': [
        'is the one that is read and changed, whatever the body says',
      ],
      [internalCredentials]: ['named %s › by header', 'named %s › by subdomain'],
    },
    '3. Credentials travel over TLS 1.2 or higher only.': {
      'test/specification/tls.int.test.ts': [
        'a credential is taken over %s',
        'no request arrives over %s',
      ],
      'packages/webhooks/src/webhook-sender.tls.test.ts': [
        'of version 1.2 is spoken',
        'of version 1.1 is not',
      ],
      'packages/http/src/internal-client/create-internal-client.test.ts': [
        'a client is not made › %s › for plain http to another machine',
      ],
    },
    '4. Factor priority when several factors are enrolled': {
      [chooseFactor]: [
        'is what the specification says for every enrolled × allowed × preferred',
        "the preference is the organisation's, else the tenant's, else the order, for all that people have and organisations allow",
      ],
      [mergePolicy]: [
        'prefer %s › the first in priority order where none is named',
        'prefer %s › the tenant default',
      ],
      [decideStepUp]: [
        'during consent › %s › a session at aal1 whose factor is SMS goes to the hosted page',
        'during consent › %s › one whose factor is another is challenged without that page',
      ],
    },
    '5. Scopes required by Account API operations': {
      [accountErrors]: [
        'none is asked for by default',
        '%s %s asks for it with a challenge (RFC 6750)',
        'a token that runs out while it is used',
      ],
    },
    '6. Scopes for other Customer API endpoints': {
      [access]: [ownScopeAlone],
    },
  },
};

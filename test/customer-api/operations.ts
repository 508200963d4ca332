/** Every operation of the Customer API, with a request that would change something where it can. */
import type { ManagementScope } from '@stepward/core';
import { KEYS, LOGS, MFA, PASSWORD, policyPath, SMS, type Call } from './harness/tenant.js';

/** What the operations are tried on. */
export interface Target {
  readonly orgId: string;
  readonly keyId: string;
}

export interface Operation {
  readonly name: string;
  /** The scope that it needs (specification, "Authentication"; DECISIONS). */
  readonly scope: ManagementScope;
  on(target: Target): Call;
}

export const operations: readonly Operation[] = [
  {
    name: 'GET security-policy',
    scope: 'organisations:read',
    on: ({ orgId }) => ({ method: 'GET', path: policyPath(orgId) }),
  },
  {
    name: 'PUT security-policy',
    scope: 'organisations:write',
    on: ({ orgId }) => ({ method: 'PUT', path: policyPath(orgId), body: { mfaPolicy: 'always' } }),
  },
  {
    name: 'DELETE security-policy',
    scope: 'organisations:write',
    on: ({ orgId }) => ({ method: 'DELETE', path: policyPath(orgId) }),
  },
  ...(
    [
      ['password-policy', PASSWORD, { minLength: 20 }],
      ['mfa-policy', MFA, { policy: 'always' }],
      ['sms', SMS, { app_name: 'Changed' }],
    ] as const
  ).flatMap(([name, path, body]): Operation[] => [
    { name: `GET ${name}`, scope: 'settings:read', on: () => ({ method: 'GET', path }) },
    { name: `PUT ${name}`, scope: 'settings:write', on: () => ({ method: 'PUT', path, body }) },
  ]),
  { name: 'GET api-keys', scope: 'api_keys:read', on: () => ({ method: 'GET', path: KEYS }) },
  {
    name: 'POST api-keys',
    scope: 'api_keys:write',
    on: () => ({ method: 'POST', path: KEYS, body: { name: 'new', scopes: ['api_keys:write'] } }),
  },
  {
    name: 'POST api-keys rotate',
    scope: 'api_keys:write',
    on: ({ keyId }) => ({ method: 'POST', path: `${KEYS}/${keyId}/rotate` }),
  },
  {
    name: 'DELETE api-keys',
    scope: 'api_keys:write',
    on: ({ keyId }) => ({ method: 'DELETE', path: `${KEYS}/${keyId}` }),
  },
  { name: 'GET logs', scope: 'logs:read', on: () => ({ method: 'GET', path: LOGS }) },
];

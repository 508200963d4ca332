/** Every operation of the Customer API, with a request that would change something where it can. */
import { systemCaller, type ManagementScope } from '@stepward/core';
import type { Host } from './harness/host.js';
import { skippedDelivery } from './harness/skipped-delivery.js';
import {
  EVENTS,
  KEYS,
  LOGS,
  MFA,
  PASSWORD,
  policyPath,
  SMS,
  TARGET,
  WEBHOOKS,
  type Call,
  type Organisation,
} from './harness/tenant.js';

/** What the operations are tried on. */
export interface Target {
  readonly orgId: string;
  readonly keyId: string;
  readonly webhookId: string;
  /** Of the subscriber, and ended. */
  readonly deliveryId: string;
  /** A person with a temporary pass. */
  readonly identityId: string;
}

/** An organisation's tenant with a weak key, a subscriber, a delivery and a person that operations can be tried on. */
export async function newTarget(
  host: Pick<Host, 'stepward' | 'clock'>,
  { orgId, tenant }: Organisation,
): Promise<Target> {
  const { id: keyId } = await tenant.newKey(['api_keys:write']);
  const { id: webhookId } = await tenant.newSubscriber();
  const { id: deliveryId } = await skippedDelivery(host, tenant, webhookId);
  const identityId = await newPerson(host, tenant.tenantId);
  return { orgId, keyId, webhookId, deliveryId, identityId };
}

async function newPerson({ stepward }: Pick<Host, 'stepward'>, tenantId: string): Promise<string> {
  const identityId = 'ada';
  const person = { identityId, state: 'active', otherFactors: [], locale: null } as const;
  (
    await stepward.identities.put(tenantId, { ...person, phone: null, backupCodesRemaining: 0 })
  )._unsafeUnwrap();
  (await stepward.people.givePass(systemCaller(tenantId), identityId, REASON))._unsafeUnwrap();
  return identityId;
}

const REASON = { reason: 'a test' };

export interface Operation {
  readonly name: string;
  /** The scope that it needs (specification, "Authentication"). */
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
  ...personOperations([
    ['GET mfa', 'identities:read', 'GET', '/mfa'],
    ['POST mfa reset', 'identities:write', 'POST', '/mfa/reset', REASON],
    ['POST temporary-pass', 'identities:write', 'POST', '/temporary-pass', REASON],
    ['DELETE temporary-pass', 'identities:write', 'DELETE', '/temporary-pass'],
  ]),
  { name: 'GET logs', scope: 'logs:read', on: () => ({ method: 'GET', path: LOGS }) },
  { name: 'GET events', scope: 'events:read', on: () => ({ method: 'GET', path: EVENTS }) },
  { name: 'GET webhooks', scope: 'webhooks:read', on: () => ({ method: 'GET', path: WEBHOOKS }) },
  {
    name: 'POST webhooks',
    scope: 'webhooks:write',
    on: () => ({ method: 'POST', path: WEBHOOKS, body: { url: TARGET } }),
  },
  ...webhookOperations([
    ['GET webhook', 'webhooks:read', 'GET', ''],
    ['PATCH webhook', 'webhooks:write', 'PATCH', '', { description: 'Changed' }],
    ['DELETE webhook', 'webhooks:write', 'DELETE', ''],
    ['POST rotate-secret', 'webhooks:write', 'POST', '/rotate-secret'],
    ['POST test', 'webhooks:write', 'POST', '/test'],
    ['POST replay', 'webhooks:write', 'POST', '/replay', { since: '2000-01-01T00:00:00Z' }],
    ['GET deliveries', 'webhooks:read', 'GET', '/deliveries'],
    ['GET delivery', 'webhooks:read', 'GET', '/deliveries/{deliveryId}'],
    ['POST delivery replay', 'webhooks:write', 'POST', '/deliveries/{deliveryId}/replay'],
  ]),
];

type Row = readonly [
  name: string,
  scope: ManagementScope,
  method: string,
  pathBelow: string,
  body?: object,
];

/** The operations on one subscriber; `{deliveryId}` stands for the target's. */
function webhookOperations(rows: readonly Row[]): readonly Operation[] {
  return rows.map(([name, scope, method, below, body]) => ({
    name,
    scope,
    on: ({ webhookId, deliveryId }) => ({
      method,
      path: `${WEBHOOKS}/${webhookId}${below.replace('{deliveryId}', deliveryId)}`,
      ...(body !== undefined && { body }),
    }),
  }));
}

/** The operations on one person. */
function personOperations(rows: readonly Row[]): readonly Operation[] {
  return rows.map(([name, scope, method, below, body]) => ({
    name,
    scope,
    on: ({ identityId }) => ({
      method,
      path: `/identities/${identityId}${below}`,
      ...(body !== undefined && { body }),
    }),
  }));
}

import { EventEmitter } from 'node:events';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { key } from '../../../test/fixtures.js';
import { createServiceHost } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { createStepward } from '../../stepward.js';
import { createKeyRing } from '../keys/key-ring.js';

const host = await createServiceHost();
const { tenants, identities, organisations, policies, apiKeys, audit } = host;
const { enrolments, authenticationLog, events, subscribers, sessions, grants } = host;

const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 's1', assurance: null };

const DELETED = {
  type: 'user.deleted',
  tenantId: 'acme',
  data: { id: 'ada', deleted_at: '2026-01-01T00:00:00Z' },
} as const;

/** What only edges and workers call, and what needs no argument. */
const OTHERS =
  /^(cursors|eventRegistry|idempotency|outbox|refusedAccess|smsReceipts|purge|ready|handlers\.list)/;

const stepward = createStepward({
  storage: createMemoryStorage(),
  codeKeys: createKeyRing({ active: key('k1') }),
  smsSender: createRecordingSmsSender(),
});
const METHODS = Object.entries<object>({ ...stepward })
  .flatMap(([service, methods]) =>
    Object.entries(methods as Readonly<Record<string, () => Promise<unknown>>>).map(
      ([method, call]) => [`${service}.${method}`, call] as const,
    ),
  )
  .filter(([name]) => !OTHERS.test(name));

describe('called as JavaScript may call it, with nothing', () => {
  it.each(METHODS)('%s names the argument that is missing', async (name, call) => {
    const called = async () => call(); // a few are not asynchronous
    await expect(called()).rejects.toThrow(TypeError);
    await expect(called()).rejects.toThrow(new RegExp(`^${name}: \\w+ must be `));
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['identities.find: identityId must be', () => identities.find('acme', ['ada'] as never)],
  ['identities.find: tenantId must be', () => identities.find(['acme'] as never, 'ada')],
  ['enrolments.start: caller must be', () => enrolments.start({ tenantId: 'acme' } as never)],
  [
    'enrolments.start: caller must be',
    () => enrolments.start({ tenantId: 'acme', identityId: 'ada' } as never),
  ],
  ['apiKeys.revoke: caller must be', () => apiKeys.revoke('acme' as never, 'k1')],
  ['apiKeys.revoke: keyId must be', () => apiKeys.revoke(systemCaller('acme'), 7 as never)],
  ['apiKeys.authenticate: secret must be', () => apiKeys.authenticate(null as never)],
  [
    'subscribers.get: subscriberId must be',
    () => subscribers.get('acme', { toString: () => 's1' } as never),
  ],
  [
    'sessions.end: caller.sessionId must be a string or null',
    () => sessions.end({ tenantId: 'acme', identityId: 'ada', assurance: null } as never, 's1'),
  ],
  ['sessions.end: sessionId must be', () => sessions.end(SESSION, 7 as never)],
  [
    'grants.use: request must be',
    () => grants.use({ ...SESSION, grant: 7, operation: { type: 'pay', fields: {} } } as never),
  ],
  [
    'grants.use: request must be',
    () => grants.use({ ...SESSION, sessionId: null, grant: 'g1' } as never),
  ],
  ['policies.get: organisationId must be', () => policies.get('acme', undefined as never)],
  ['policies.get: tenantId must be', () => policies.get('', null)],
  ['policies.replace: caller must be', () => policies.replace({} as never, 'org', {})],
  [
    'policies.replace: policy must be an object',
    () => policies.replace(systemCaller('acme'), 'org', null as never),
  ],
  ['policies.list: page.limit must be', () => policies.list('acme', { limit: 1_000 })],
  [
    'policies.preview: impact must be true or false',
    () => policies.preview(systemCaller('acme'), 'org', {}, { impact: 'no' as never }),
  ],
  [
    'organisations.put: organisationId must be a string, not empty',
    () => organisations.put('acme', ''),
  ],
  ['organisations.put: tenantId must be', () => organisations.put('', 'org')],
  [
    'events.list: there is no option filter.eventType',
    () => events.list('acme', { eventType: 'x' } as never),
  ],
  [
    'events.emit: options must be { tx }',
    () => events.emit(DELETED, { client: {} } as never), // outside the transaction that it looks to be in
  ],
  ['events.emit: options must be { tx }', () => events.emit(DELETED, new EventEmitter() as never)],
  ['events.emit: options must be { tx }', () => events.emit(DELETED, { tx: undefined } as never)],
  [
    'fromDrizzle(tx), fromKysely(trx) … of @stepward/postgres/transactions',
    () => events.emit(DELETED, { tx: { query: {}, execute: () => null } } as never), // of Drizzle
  ],
  [
    'events.emit: there is no field event.idempotency_key; the fields are type, tenantId, ',
    () => events.emit({ ...DELETED, idempotency_key: 'x' } as never),
  ],
  [
    'tenants.configure: there is no field change.smsSettings; the fields are sms, mfa, password',
    () => tenants.configure(systemCaller('acme'), { smsSettings: {} } as never),
  ],
  [
    'tenants.create: there is no field change.smsSettings; the fields are sms, mfa, password',
    () => tenants.create(systemCaller('acme'), { smsSettings: {} } as never),
  ],
  ['audit.list: page.limit must be', () => audit.list('acme', {}, { limit: 1_000 })],
  ['audit.list: there is no option filter.actor', () => audit.list('acme', { actor: 1 } as never)],
  ...[{ length: 1 }, [null], [{ sequence: 1 }]].map(
    (anchors) =>
      [
        'audit.verifyChain: anchors must be a list of what audit.head(tenantId) gave',
        () => audit.verifyChain('acme', anchors as never),
      ] as [string, () => Promise<unknown>],
  ),
])('an argument of a wrong kind is named: %s', async (message, call) => {
  await expect(call()).rejects.toThrow(message);
});

it.each([undefined, '', { tenantId: 'acme' }])(
  'systemCaller names an invalid tenant: %j',
  (tenantId) => {
    expect(() => systemCaller(tenantId as never)).toThrow(
      'systemCaller: tenantId must be 1 to 128',
    );
  },
);

it('lists need no filter and no page', async () => {
  const manager = systemCaller('acme');
  const request = { name: 'CI', scopes: ['logs:read'] };
  for (let made = 0; made < 21; made += 1) {
    expect((await apiKeys.create(manager, request)).isOk()).toBe(true);
  }
  expect((await apiKeys.list('acme')).items).toHaveLength(20);
  expect((await audit.list('acme')).items).toHaveLength(20);
  expect((await events.list('acme')).items).toHaveLength(20);
  expect((await events.list('acme', { type: 'user.deleted' })).items).toEqual([]);
  expect((await authenticationLog.list('acme')).items).toEqual([]);
  expect((await subscribers.list('acme')).items).toEqual([]);
});

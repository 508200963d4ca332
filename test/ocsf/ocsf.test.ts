/** Entries of both logs as OCSF events, against the schema's own description. */
import type { LogEntry } from '@stepward/core';
import { AUDIT_EVENT_TYPES, AUTHENTICATION_ENTRY_TYPES } from '@stepward/core/adapter';
import { STEP_UP_FACTORS } from '@stepward/core/factors';
import { toOcsf } from '@stepward/core/logs';
import { describe, expect, it } from 'vitest';
import { ocsfFaults } from './check-ocsf.js';

const AT = new Date('2026-01-10T12:00:00.007Z');
const ADA = { type: 'identity', id: 'ada' } as const;
const KEY = { type: 'api_key', id: 'key-1' } as const;
const JOB = { type: 'system', id: 'nightly' } as const;
const CLIENTS = [
  null,
  { address: '192.0.2.7', userAgent: 'curl/8.5' },
  { address: '2001:db8:1::/48', userAgent: null },
];

const common = { id: 'e-1', at: AT, retainUntil: AT };

const authentication = AUTHENTICATION_ENTRY_TYPES.flatMap((type) =>
  [null, ...STEP_UP_FACTORS].flatMap((factor, index): readonly LogEntry[] => {
    const isRefused = type === 'access.refused';
    const refused = { operation: 'listLogs', route: '/v1/customer/logs', status: 401, count: 3 };
    return [
      {
        ...{
          ...common,
          type,
          factor,
          client: CLIENTS[index % 3]!,
          actor: [ADA, KEY, JOB][index % 3]!,
        },
        ...{
          identityId: isRefused && index % 2 === 0 ? null : 'ada',
          sessionId: index > 2 ? 's-1' : null,
        },
        ...{ reason: index > 1 ? 'code_mismatch' : null, refused: isRefused ? refused : null },
        operation: type.startsWith('grant') ? { id: 'pay', digest: 'ab'.repeat(32) } : null,
      },
    ];
  }),
);

const audit = AUDIT_EVENT_TYPES.flatMap((type) =>
  [null, 'org-1'].flatMap((target) =>
    [{}, { before: { mfaEnforcement: 'optional' }, after: null }].map(
      (details, index): LogEntry => {
        const by = { actor: [ADA, KEY][index]!, client: CLIENTS[index]! };
        return { ...common, ...by, type, target, details, sequence: 7 };
      },
    ),
  ),
);

// standard: asvs/16.2.4
it('each kind of entry of both logs is valid in OCSF 1.8.0', () => {
  for (const entry of [...authentication, ...audit]) {
    const event = JSON.parse(JSON.stringify(toOcsf(entry, 'acme'))) as Record<string, unknown>;
    expect([entry.type, ocsfFaults(event)]).toEqual([entry.type, []]);
  }
});

it.each([
  ['authentication', authentication[0]!, 300_299],
  ['audit', audit[0]!, 300_499],
])(
  'an entry of the %s log of a type that a newer release wrote is another activity',
  (_, entry, typeUid) => {
    const event = toOcsf({ ...entry, type: 'later.made' } as unknown as LogEntry, 'acme');
    expect(event).toMatchObject({ type_uid: typeUid, activity_name: 'later.made' });
    expect(ocsfFaults(JSON.parse(JSON.stringify(event)) as Record<string, unknown>)).toEqual([]);
  },
);

describe('the check', () => {
  const event = { ...toOcsf(authentication[0]!, 'acme') };

  it.each([
    ['type_uid', { type_uid: 1 }],
    ['time: missing', { time: undefined }],
    ['time: no long_t: "noon"', { time: 'noon' }],
    ['severity_id: unknown value 7', { severity_id: 7 }],
    ['user.one of account,name,uid', { user: {} }],
    ['user.phone: unknown', { user: { uid: 'ada', phone: '1' } }],
    ['src_endpoint.ip: no ip_t: "192.0.2.0/24"', { src_endpoint: { ip: '192.0.2.0/24' } }],
  ])('finds %s', (fault, change) => {
    expect(ocsfFaults({ ...event, ...change })).toEqual([fault]);
  });
});

it('a wrong code is a failed logon with its factor, session and client', () => {
  const entry: LogEntry = {
    ...{ ...common, type: 'factor.refused', identityId: 'ada', factor: 'totp', sessionId: 's-1' },
    ...{ actor: ADA, reason: 'code_mismatch', refused: null, operation: null, client: CLIENTS[1]! },
  };
  expect(toOcsf(entry, 'acme')).toEqual({
    ...{ category_uid: 3, class_uid: 3002, activity_id: 1, type_uid: 300_201 },
    ...{ time: AT.getTime(), severity_id: 2, status_id: 2, status: 'Failure' },
    metadata: {
      ...{ version: '1.8.0', product: { name: 'Stepward', vendor_name: 'Stepward' }, uid: 'e-1' },
      ...{ event_code: 'factor.refused', tenant_uid: 'acme', log_name: 'authentication' },
    },
    actor: { user: { uid: 'ada', type_id: 1 } },
    user: { uid: 'ada', type_id: 1 },
    auth_factors: [{ factor_type_id: 7, factor_type: 'OTP', is_totp: true }],
    ...{ service: { name: 'Stepward' }, session: { uid: 's-1' }, status_detail: 'code_mismatch' },
    ...{ src_endpoint: { ip: '192.0.2.7' }, http_request: { user_agent: 'curl/8.5' } },
  });
});

it('a change of an organisation’s policy has its details unmapped', () => {
  const details = { before: null, after: { mfaEnforcement: 'required' } };
  const change = { type: 'security_policy.updated', target: 'org-1', details } as const;
  const event = toOcsf({ ...common, ...change, sequence: 7, actor: KEY, client: null }, 'acme');
  expect(event).toMatchObject({
    ...{ type_uid: 300_403, actor: { user: { uid: 'key-1', type_id: 4 } }, unmapped: details },
    ...{ status_id: 1, status: 'Success' },
    entity: { type_id: 5, type: 'Policy', policy: { name: 'security_policy', uid: 'org-1' } },
    metadata: { log_name: 'audit', sequence: 7 },
  });
});

describe('an entry of the authentication log has of its own', () => {
  const entry = {
    ...{ ...common, actor: JOB, client: null, identityId: 'ada', factor: null, sessionId: null },
    ...{ reason: null, refused: null, operation: null },
  };
  const ada = { uid: 'ada', type_id: 1 };
  const service = { name: 'Stepward' };
  const operation = { id: 'pay', digest: 'ab'.repeat(32) };
  const refused = { operation: 'listLogs', route: '/v1/customer/logs', status: 401, count: 3 };

  it.each<[string, Partial<LogEntry>, object]>([
    [
      'a verified factor: that it is a second one',
      { type: 'factor.verified', factor: 'sms', sessionId: 's-1' },
      {
        ...{ user: ada, service, session: { uid: 's-1' }, is_mfa: true },
        auth_factors: [{ factor_type_id: 1, factor_type: 'SMS' }],
      },
    ],
    [
      'a passkey that was enrolled: its session, which the class has no field for',
      { type: 'factor.enrolled', factor: 'webauthn', sessionId: 's-1' },
      {
        ...{ user: ada, unmapped: { session_id: 's-1' } },
        auth_factors: [{ factor_type_id: 10, factor_type: 'WebAuthn' }],
      },
    ],
    [
      'a recovery code: a factor that the schema does not name',
      { type: 'recovery_code.used', factor: 'recovery_code' },
      {
        ...{ user: ada, service },
        auth_factors: [{ factor_type_id: 99, factor_type: 'recovery_code' }],
      },
    ],
    [
      'refused requests: their operation, status and number, and the caller',
      { type: 'access.refused', identityId: null, refused, reason: 'credential_invalid' },
      {
        ...{ activity_name: 'access.refused', user: { uid: 'nightly', type_id: 3 }, service },
        ...{ status_code: '401', count: 3, status_detail: 'credential_invalid' },
        unmapped: { operation: 'listLogs', route: '/v1/customer/logs' },
      },
    ],
    [
      'a grant: the operation that it was for',
      { type: 'grant.used', operation },
      {
        ...{ activity_name: 'grant.used', user: ada, service },
        unmapped: { operation_id: 'pay', operation_digest: operation.digest },
      },
    ],
    [
      'a network: a name in place of an address',
      { type: 'phone.removed', client: { address: '2001:db8:1::/48', userAgent: null } },
      {
        ...{ activity_name: 'phone.removed', user: ada },
        src_endpoint: { name: '2001:db8:1::/48' },
      },
    ],
  ])('%s', (_, parts, own) => {
    expect(ownParts({ ...entry, ...parts } as LogEntry)).toEqual(own);
  });
});

describe('an entry of the audit log has of its own', () => {
  const entry = { ...common, actor: KEY, client: null, target: null, details: {}, sequence: 7 };

  it.each<[string, Partial<LogEntry>, object]>([
    [
      'a policy of an organisation',
      { type: 'security_policy.reset', target: 'org-1' },
      {
        entity: {
          ...{ type_id: 5, type: 'Policy', name: 'security_policy', uid: 'org-1' },
          policy: { name: 'security_policy', uid: 'org-1' },
        },
      },
    ],
    [
      'a policy of the tenant, which has no id',
      { type: 'password_policy.updated' },
      {
        entity: {
          ...{ type_id: 5, type: 'Policy', name: 'password_policy' },
          policy: { name: 'password_policy' },
        },
      },
    ],
    [
      'a key',
      { type: 'api_key.revoked', target: 'key-2', details: { name: 'CI' } },
      {
        entity: { type_id: 99, type: 'api_key', name: 'api_key', uid: 'key-2' },
        unmapped: { name: 'CI' },
      },
    ],
    [
      'a person whose health fields were read',
      { type: 'phi.accessed', target: 'ada' },
      {
        entity: {
          ...{ type_id: 2, type: 'User', name: 'phi', uid: 'ada' },
          user: { uid: 'ada', type_id: 1 },
        },
      },
    ],
    [
      'health fields of nobody who is named',
      { type: 'phi.accessed' },
      { entity: { type_id: 2, type: 'User', name: 'phi' } },
    ],
    [
      'a person who was helped',
      { type: 'identity.mfa_reset', target: 'ada' },
      { user: { uid: 'ada', type_id: 1 } },
    ],
    [
      'who acted, where no person is named',
      { type: 'identity.erased' },
      { user: { uid: 'key-1', type_id: 4 } },
    ],
  ])('%s', (_, parts, own) => {
    expect(ownParts({ ...entry, ...parts } as LogEntry)).toEqual(own);
  });
});

/** What an event has beyond what all have. */
function ownParts(entry: LogEntry): object {
  return Object.fromEntries(
    Object.entries(toOcsf(entry, 'acme')).filter(([name]) => !COMMON.has(name)),
  );
}

const COMMON: ReadonlySet<string> = new Set([
  ...['category_uid', 'class_uid', 'activity_id', 'type_uid', 'time', 'severity_id'],
  ...['status_id', 'status', 'metadata', 'actor'],
]);

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
    entity: { type_id: 5, type: 'Policy', policy: { name: 'security_policy', uid: 'org-1' } },
    metadata: { log_name: 'audit', sequence: 7 },
  });
});

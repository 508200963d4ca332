import { expect, it } from 'vitest';
import type { AuthenticationEntry } from '../records/authentication-entry.js';
import { logLine } from './log-line.js';

const AT = new Date('2026-01-10T12:00:00Z');
const ADA = { type: 'identity', id: 'ada' } as const;

const ENTRY: AuthenticationEntry = {
  ...{ id: 'e-1', type: 'grant.refused', at: AT, retainUntil: AT, identityId: 'ada', factor: null },
  ...{ actor: ADA, sessionId: null, reason: null, client: null, refused: null, operation: null },
};

it('an entry of the authentication log leaves out what it has nothing of', () => {
  const line = { id: 'e-1', at: AT, type: 'grant.refused', identity_id: 'ada', factor: null };
  expect(logLine(ENTRY)).toEqual({ ...line, actor: ADA });
  const session = { sessionId: 's-1', reason: 'grant_used' };
  const operation = { id: 'pay', digest: 'ab'.repeat(32) };
  const client = { address: '192.0.2.7', userAgent: null };
  const refused = { operation: 'listLogs', route: '/v1/customer/logs', status: 403, count: 2 };
  expect(logLine({ ...ENTRY, ...session, operation, client, refused })).toEqual({
    ...{ ...line, actor: ADA, session_id: 's-1', reason: 'grant_used', ...refused },
    client: { address: '192.0.2.7', user_agent: null },
    ...{ operation_id: 'pay', operation_digest: operation.digest },
  });
});

it('an entry of the audit log has its place in it', () => {
  const event = { id: 'e-2', at: AT, type: 'tenant.erased', sequence: 7, actor: ADA } as const;
  const entry = { ...event, target: null, details: { rows: 3 } };
  expect(logLine({ ...entry, client: null, retainUntil: AT })).toEqual(entry);
});

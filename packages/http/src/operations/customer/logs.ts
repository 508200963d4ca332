import type { AuthenticationEntry, LoggedEvent, Stepward } from '@stepward/core';
import { AUDIT_EVENT_TYPES, AUTHENTICATION_ENTRY_TYPES } from '@stepward/core/adapter';
import { STEP_UP_FACTORS } from '@stepward/core/factors';
import { z } from 'zod';
import { Refusal, refuse } from '../../answer.js';
import { chooseLog, logsQuery } from '../parts/choose-log.js';
import { id, pageOf, text, time } from '../parts/fields.js';
import { listCursors } from '../parts/list-cursors.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const actor = z
  .object({ type: z.enum(['identity', 'api_key', 'system']), id: text('usr_7f3a') })
  .meta({ title: 'Actor' });

const client = z
  .object({ address: text('192.0.2.0/24').nullable(), user_agent: text('curl/8.5.0').nullable() })
  .meta({ title: 'LoggedClient' });

const auditRecord = z
  .object({
    id,
    sequence: z.int().min(1),
    type: z.enum(AUDIT_EVENT_TYPES),
    at: time,
    actor,
    target: text('org_1c9e').nullable(),
    details: z.record(z.string(), z.unknown()).meta({ examples: [{ mfaEnforcement: 'required' }] }),
    client: client.optional(),
  })
  .meta({ title: 'AuditLogEntry' });

const authenticationRecord = z
  .object({
    id,
    at: time,
    type: z.enum(AUTHENTICATION_ENTRY_TYPES),
    identity_id: text('usr_7f3a').nullable(),
    factor: z.enum(STEP_UP_FACTORS).nullable(),
    session_id: text('ses_91b2').optional(),
    actor,
    reason: text('code_mismatch').optional(),
    client: client.optional(),
    operation: text('listLogs').optional(),
    route: text('/v1/customer/logs').optional(),
    status: z.int().optional(),
    count: z.int().min(1).optional(),
    // The operation that was to be approved or done. The digest is SHA-256 over it.
    operation_id: text('payment_81').optional(),
    operation_digest: text(
      'a4c9452e3a23e77254c6faa6e5a8b27c574ea557395bb647d70bd90b64811fe0',
    ).optional(),
  })
  .meta({ title: 'AuthenticationLogEntry' });

/** The audit log and the authentication log of the tenant. */
export function logOperations({
  audit,
  authenticationLog,
  cursors,
}: Pick<Stepward, 'audit' | 'authenticationLog' | 'cursors'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listLogs',
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/logs',
      summary: 'Lists the audit log, or the authentication log, newest entry first.',
      scope: 'logs:read',
      params: {},
      query: logsQuery,
      answers: { 200: pageOf(z.union([auditRecord, authenticationRecord])) },
      async serve({ tenantId }, { query: { since, until, ...query } }) {
        const chosen = chooseLog(query);
        if (!('log' in chosen)) return refuse({ code: 'query_invalid', violations: chosen });
        const range = { since, until };
        const list = listCursors(cursors, ['logs', tenantId, JSON.stringify({ ...chosen, range })]);
        const page = list.open(query);
        if (page instanceof Refusal) return page;
        if (chosen.log === 'audit') {
          const filter = { ...chosen.filter, ...range };
          return list.reply(await audit.list(tenantId, filter, page), eventBody);
        }
        const filter = { ...chosen.filter, ...range };
        return list.reply(await authenticationLog.list(tenantId, filter, page), entryBody);
      },
    }),
  ];
}

function eventBody(event: LoggedEvent) {
  const { id: eventId, sequence, type, at, actor: by, target, details } = event;
  const entry = { id: eventId, sequence, type, at, actor: by, target, details };
  return { ...entry, ...clientBody(event) };
}

function clientBody({ client: known }: Pick<LoggedEvent, 'client'>) {
  return known === null ? {} : { client: { address: known.address, user_agent: known.userAgent } };
}

function entryBody(entry: AuthenticationEntry) {
  const { id: entryId, at, type, identityId, factor, sessionId, actor: by, reason } = entry;
  const { operation = null, ...refused } = entry.refused ?? {};
  return {
    id: entryId,
    at,
    type,
    identity_id: identityId,
    factor,
    ...(sessionId !== null && { session_id: sessionId }),
    actor: by,
    ...(reason !== null && { reason }),
    ...clientBody(entry),
    ...(operation !== null && { operation }),
    ...refused,
    ...(entry.operation !== null && {
      operation_id: entry.operation.id,
      operation_digest: entry.operation.digest,
    }),
  };
}

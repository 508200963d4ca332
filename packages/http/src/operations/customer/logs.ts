import { LOG_NAMES, type LogEntry, type LogName, type Stepward } from '@stepward/core';
import { AUDIT_EVENT_TYPES, AUTHENTICATION_ENTRY_TYPES } from '@stepward/core/adapter';
import { STEP_UP_FACTORS } from '@stepward/core/factors';
import { auditLine, authenticationLine, logLine, toOcsf } from '@stepward/core/logs';
import { z } from 'zod';
import type { QueryInvalid } from '../../errors/http-errors.js';
import { Refusal, refuse } from '../../answer.js';
import { chooseLog, logsQuery } from '../parts/choose-log.js';
import { id, oneOf, pageOf, parameter, text, time } from '../parts/fields.js';
import { listCursors } from '../parts/list-cursors.js';
import { defineLines, defineOperation, type AnyOperation } from '../operation.js';

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

const record = z.union([auditRecord, authenticationRecord]);

const after = id.meta({
  ...id.meta(),
  description: 'The id of the last entry that is known. Only with `Accept: application/x-ndjson`.',
});

const format = z.enum(['json', 'ocsf']).meta({
  description:
    'The shape of a line: as in a page, the default, or an event of OCSF 1.8.0. Only with `Accept: application/x-ndjson`.',
});

const linesQuery = z.object({
  type: oneOf(LOG_NAMES),
  after: parameter(after),
  format: parameter(format),
});

function unknownEntry(value: string | null): QueryInvalid {
  const limit = 'the id of an entry of this log';
  return {
    code: 'query_invalid',
    violations: [{ field: 'after', rule: 'cursor', limit, value }],
  };
}

/** The audit log and the authentication log of the tenant. */
export function logOperations({
  audit,
  authenticationLog,
  cursors,
  logs,
}: Pick<Stepward, 'audit' | 'authenticationLog' | 'cursors' | 'logs'>): readonly AnyOperation[] {
  /** The rest of a log, up to its end. */
  async function* linesFrom(
    tenantId: string,
    { log, toLine }: { readonly log: LogName; readonly toLine: (entry: LogEntry) => object },
    first: readonly LogEntry[],
  ): AsyncGenerator<readonly object[]> {
    let batch = first;
    for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
      yield batch.map(toLine);
      batch = (await logs.read(tenantId, { log, after: last.id })) ?? [];
    }
  }

  return [
    defineOperation({
      id: 'listLogs',
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/logs',
      summary:
        'Lists the audit log, or the authentication log, newest entry first, or streams it, oldest first.',
      scope: 'logs:read',
      params: {},
      query: logsQuery,
      answers: { 200: pageOf(record) },
      lines: defineLines({
        query: linesQuery,
        line: record,
        description:
          'The entries of a log, oldest first, one a line: all that follow the entry `after`. It ends with the newest one.',
        async serve({ tenantId }, { type, after: last, format: shape }) {
          const log = type ?? 'audit';
          const first = await logs.read(tenantId, { log, after: last });
          if (first === null) return refuse(unknownEntry(last));
          const toLine = shape === 'ocsf' ? (entry: LogEntry) => toOcsf(entry, tenantId) : logLine;
          return linesFrom(tenantId, { log, toLine }, first);
        },
      }),
      async serve({ tenantId }, { query: { since, until, ...query } }) {
        const chosen = chooseLog(query);
        if (!('log' in chosen)) return refuse({ code: 'query_invalid', violations: chosen });
        const range = { since, until };
        const list = listCursors(cursors, ['logs', tenantId, JSON.stringify({ ...chosen, range })]);
        const page = list.open(query);
        if (page instanceof Refusal) return page;
        if (chosen.log === 'audit') {
          const filter = { ...chosen.filter, ...range };
          return list.reply(await audit.list(tenantId, filter, page), auditLine);
        }
        const filter = { ...chosen.filter, ...range };
        return list.reply(await authenticationLog.list(tenantId, filter, page), authenticationLine);
      },
    }),
  ];
}

import type {
  AuditService,
  AuthenticationEntry,
  AuthenticationLogService,
  LoggedEvent,
  ManagementCaller,
} from '@stepward/core';
import type { Cursors } from '@stepward/core/adapter';
import type { QueryInvalid } from '../http-failure.js';
import { refuse, Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { LogsQuery } from '../schemas/query-fields.js';
import { chooseLog } from './choose-log.js';
import { listCursors } from './list-cursors.js';

/** The handler of `/v1/customer/logs`. */
export interface LogHandlers {
  /** A page of the tenant's audit or authentication log, newest first. */
  list(caller: ManagementCaller, query: LogsQuery): Promise<Reply<200> | Refusal<QueryInvalid>>;
}

/** The services behind it. */
export interface Logs {
  readonly audit: AuditService;
  readonly authenticationLog: AuthenticationLogService;
  readonly cursors: Cursors;
}

export function createLogHandlers({ audit, authenticationLog, cursors }: Logs): LogHandlers {
  return {
    async list({ tenantId }, { since, until, ...query }) {
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
  };
}

function eventBody({ id, sequence, type, at, actor, target, details }: LoggedEvent): object {
  return { id, sequence, type, at, actor, target, details };
}

function entryBody(entry: AuthenticationEntry): object {
  const { id, at, type, identityId, factor, sessionId, actor, reason } = entry;
  return {
    id,
    at,
    type,
    identity_id: identityId,
    factor,
    ...(sessionId !== null && { session_id: sessionId }),
    actor,
    ...(reason !== null && { reason }),
  };
}

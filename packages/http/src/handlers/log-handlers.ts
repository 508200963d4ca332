import type { AuditService, Cursors, LoggedEvent, ManagementCaller } from '@stepward/core';
import type { QueryInvalid } from '../http-failure.js';
import { Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { LogsQuery } from '../schemas/query-fields.js';
import { listCursors } from './list-cursors.js';

/** The handler of `/v1/customer/logs`. */
export interface LogHandlers {
  /** A page of the tenant's audit log, newest first. */
  list(caller: ManagementCaller, query: LogsQuery): Promise<Reply<200> | Refusal<QueryInvalid>>;
}

export function createLogHandlers(audit: AuditService, cursors: Cursors): LogHandlers {
  return {
    async list({ tenantId }, { type, since, until, ...query }) {
      const filter = { type, since, until };
      const list = listCursors(cursors, ['logs', tenantId, JSON.stringify(filter)]);
      const page = list.open(query);
      if (page instanceof Refusal) return page;
      return list.reply(await audit.list(tenantId, filter, page), eventBody);
    },
  };
}

function eventBody({ id, sequence, type, at, actor, target, details }: LoggedEvent): object {
  return { id, sequence, type, at, actor, target, details };
}

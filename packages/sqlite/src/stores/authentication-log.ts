import type { AuthenticationEntry } from '@stepward/core';
import { type AuthenticationLogStore, pageOf } from '@stepward/core/adapter';
import { fieldsOf, type Session, within } from '../rows/index.js';

const ENTRY = fieldsOf<AuthenticationEntry>(
  {
    id: 'plain',
    type: 'plain',
    at: 'time',
    identityId: 'plain',
    factor: 'plain',
    sessionId: 'plain',
    actor: 'json',
    reason: 'plain',
    client: 'json',
    refused: 'json',
    operation: 'json',
    retainUntil: 'time',
  },
  { id: 'entry_id' },
);

export function authenticationLogStore({ sql }: Session): AuthenticationLogStore {
  return {
    async list(filter, page) {
      const rows = sql.all(
        `select ${ENTRY.selected} from stepward_authentication_entries
          where tenant_id = @tenantId and (@type is null or type = @type)
            and (@identityId is null or identity_id = @identityId) and ${within('at')}
            and (@position is null or entry_id < @position)
          order by entry_id desc limit @rows`,
        { ...filter, position: page.position, rows: page.limit + 1 },
      );
      const entries = ENTRY.readAll(rows);
      return pageOf(entries, page, ({ id }) => id);
    },
    async after(entryId, limit) {
      const last =
        entryId === null
          ? { place: 0 }
          : sql.first(
              `select place from stepward_authentication_entries
          where tenant_id = @tenantId and entry_id = @entryId`,
              { entryId },
            );
      if (last === undefined) return null;
      const rows = sql.all(
        `select ${ENTRY.selected} from stepward_authentication_entries
          where tenant_id = @tenantId and place > @place order by place limit @limit`,
        { ...(last as { readonly place: number }), limit },
      );
      return ENTRY.readAll(rows);
    },
  };
}

export function appendEntries({ sql }: Session, entries: readonly AuthenticationEntry[]): void {
  for (const entry of entries) {
    sql.run(
      `insert into stepward_authentication_entries (tenant_id, ${ENTRY.columns})
        values (@tenantId, ${ENTRY.parameters})`,
      ENTRY.values(entry),
    );
  }
}

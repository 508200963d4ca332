import type { AuditEntry, AuditEvent } from '@stepward/core';
import {
  auditHash,
  type AuditPage,
  type AuditStore,
  canonicalJson,
  GENESIS_HASH,
  pageOf,
} from '@stepward/core/adapter';
import { fieldsOf, type Session, within } from '../rows/index.js';

const ENTRY = fieldsOf<AuditEntry>({
  sequence: 'plain',
  text: 'plain',
  previousHash: 'plain',
  hash: 'plain',
});

export function auditStore(session: Session): AuditStore {
  return {
    async list({ order, ...filter }, page) {
      const direction = order === 'newest' ? 'desc' : 'asc';
      const rows = session.sql.all(
        `select ${ENTRY.selected} from stepward_audit_entries
          where tenant_id = @tenantId and (@type is null or type = @type) and ${within('at')}
            and (@place is null or sequence ${order === 'newest' ? '<' : '>'} @place)
          order by sequence ${direction} limit @rows`,
        { ...filter, place: page.position && Number(page.position), rows: page.limit + 1 },
      );
      const entries = ENTRY.readAll(rows);
      return {
        ...pageOf(entries, page, ({ sequence }) => String(sequence)),
        head: headOf(session),
      };
    },
    async after(entryId, limit) {
      const last =
        entryId === null
          ? { sequence: 0 }
          : session.sql.first(
              `select sequence from stepward_audit_entries
                where tenant_id = @tenantId and json_extract(text, '$.id') = @entryId
                order by sequence`,
              { entryId },
            );
      if (last === undefined) return null;
      const rows = session.sql.all(
        `select ${ENTRY.selected} from stepward_audit_entries
          where tenant_id = @tenantId and sequence > @sequence order by sequence limit @limit`,
        { ...(last as Pick<AuditEntry, 'sequence'>), limit },
      );
      return ENTRY.readAll(rows);
    },
  };
}

/** Appends an entry to the chain of the tenant. */
export function appendAudit(session: Session, event: AuditEvent): void {
  const { sql } = session;
  const head = headOf(session);
  const sequence = (head?.sequence ?? 0) + 1;
  const previousHash = head?.hash ?? GENESIS_HASH;
  const text = canonicalJson(event);
  const entry = { sequence, text, previousHash, hash: auditHash(previousHash, sequence, text) };
  const { type, at, retainUntil } = event;
  sql.run(
    `insert into stepward_audit_entries (tenant_id, ${ENTRY.columns}, type, at, retain_until)
      values (@tenantId, ${ENTRY.parameters}, @type, @at, @retainUntil)`,
    { ...ENTRY.values(entry), type, at, retainUntil },
  );
  const moved =
    head === null
      ? `insert into stepward_audit_heads (tenant_id, sequence, previous_hash, hash)
          values (@tenantId, @sequence, @previousHash, @hash)`
      : `update stepward_audit_heads set sequence = @sequence, previous_hash = @previousHash, hash = @hash
          where tenant_id = @tenantId`;
  sql.run(moved, ENTRY.values(entry));
}

function headOf({ sql }: Session): AuditPage['head'] {
  const row = sql.first(
    'select sequence, hash from stepward_audit_heads where tenant_id = @tenantId',
  ) as AuditPage['head'] | undefined;
  return row ?? null;
}

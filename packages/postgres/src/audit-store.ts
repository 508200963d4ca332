import type { AuditEntry } from '@stepward/core';
import { canonicalJson, type AuditStore } from '@stepward/core/adapter';
import { appendAuditStatement } from './append-audit.js';
import { AUDIT_COLUMNS, storedAuditEntry, type AuditRow } from './audit-row.js';
import { listAuditStatement } from './list-audit.js';
import { pageOf } from './page-of.js';
import { statement } from './statement.js';
import type { TenantSession } from './tenant-session.js';

/** The audit log of a tenant. */
export function auditStores(schema: string): (session: TenantSession) => AuditStore {
  const append = appendAuditStatement(schema);
  const chain = statement(
    'audit_chain',
    `select ${AUDIT_COLUMNS} from ${schema}.audit_entries
     where tenant_id = $1 and sequence > $2 order by sequence limit $3`,
  );
  const head = statement(
    'audit_head',
    `select sequence, hash from ${schema}.audit_heads where tenant_id = $1`,
  );

  return ({ tenantId, query }) => ({
    async append(event) {
      await query(append, [tenantId, canonicalJson(event)]);
    },
    async list(filter, page) {
      const list = listAuditStatement(schema, tenantId, filter, page);
      const rows = (await query(list.statement, list.values)) as readonly AuditRow[];
      return pageOf(rows.map(storedAuditEntry), page.limit, positionOf);
    },
    async chain(afterSequence, limit) {
      const rows = await query(chain, [tenantId, afterSequence, limit]);
      return (rows as readonly AuditRow[]).map(storedAuditEntry);
    },
    async head() {
      const rows = await query(head, [tenantId]);
      const [row] = rows as readonly Pick<AuditRow, 'sequence' | 'hash'>[];
      return row === undefined ? null : { sequence: Number(row.sequence), hash: row.hash };
    },
  });
}

function positionOf({ sequence }: AuditEntry): string {
  return String(sequence);
}

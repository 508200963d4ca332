import type { AuditFilter, PageRequest } from '@stepward/core';
import { AUDIT_COLUMNS } from './audit-row.js';
import { statement, type Statement } from './statement.js';
import { where } from './where.js';

/** The statement for a page of the log, newest first. */
export function listAuditStatement(
  schema: string,
  tenantId: string,
  { type, since, until }: AuditFilter,
  { limit, position }: PageRequest,
): { readonly statement: Statement; readonly values: unknown[] } {
  const { add, bind, text, values } = where();
  add((tenant) => `tenant_id = ${tenant}`, tenantId);
  add((value) => `type = ${value}`, type);
  add((moment) => `at >= ${moment}`, since?.toISOString() ?? null);
  add((moment) => `at < ${moment}`, until?.toISOString() ?? null);
  add((place) => `sequence < ${place}`, position);
  const select = `select ${AUDIT_COLUMNS} from ${schema}.audit_entries
    where ${text()} order by sequence desc limit ${bind(limit + 1)}`;
  return { statement: statement('audit_list', select), values };
}

import type { AuditFilter, PageRequest } from '@stepward/core';
import { AUDIT_COLUMNS } from './audit-row.js';
import { statement, type Statement } from './statement.js';

/**
 * The statement for a page of the log, newest first. Its text holds the conditions that are asked for
 * and no others, so that each combination is planned for the index that suits it.
 */
export function listAuditStatement(
  schema: string,
  tenantId: string,
  { type, since, until }: AuditFilter,
  { limit, position }: PageRequest,
): { readonly statement: Statement; readonly values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${String(values.push(value))}`;
  const conditions = [`tenant_id = ${bind(tenantId)}`];
  if (type !== null) conditions.push(`type = ${bind(type)}`);
  if (since !== null) conditions.push(`at >= ${bind(since.toISOString())}`);
  if (until !== null) conditions.push(`at < ${bind(until.toISOString())}`);
  if (position !== null) conditions.push(`sequence < ${bind(position)}`);
  const text = `select ${AUDIT_COLUMNS} from ${schema}.audit_entries
    where ${conditions.join(' and ')} order by sequence desc limit ${bind(limit + 1)}`;
  return { statement: statement('audit_list', text), values };
}

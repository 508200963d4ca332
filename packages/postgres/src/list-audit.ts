import type { PageRequest } from '@stepward/core';
import type { AuditFilter } from '@stepward/core/adapter';
import { AUDIT_COLUMNS } from './audit-row.js';
import { statement, type BoundStatement } from './statement.js';
import { where } from './where.js';

/** Entries hold their time as text that sorts by time, which holds up to the year 9999. */
const LAST_MOMENT = '9999-12-31T23:59:59.999Z';

/** The statement for a page of the log, newest first. */
export function listAuditStatement(
  schema: string,
  tenantId: string,
  { type, since, until }: AuditFilter,
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, values } = where();
  add((tenant) => `tenant_id = ${tenant}`, tenantId);
  add((value) => `type = ${value}`, type);
  add((moment) => `at >= ${moment}`, since && storedMoment(since));
  add((moment) => `at < ${moment}`, until && storedMoment(until));
  add((place) => `sequence < ${place}`, position);
  const select = `select ${AUDIT_COLUMNS} from ${schema}.audit_entries
    where ${text()} order by sequence desc limit ${bind(limit + 1)}`;
  return { statement: statement('audit_list', select), values };
}

function storedMoment(moment: Date): string {
  return moment.getUTCFullYear() > 9999 ? LAST_MOMENT : moment.toISOString();
}

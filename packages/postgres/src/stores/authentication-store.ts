import type {
  Actor,
  AuthenticationEntry,
  AuthenticationEntryType,
  PageRequest,
} from '@stepward/core';
import { type AuthenticationLogStore, pageOf } from '@stepward/core/adapter';
import type { StepUpFactor } from '@stepward/core/factors';
import { statement, type BoundStatement, type Statement } from '../connection/statement.js';
import { storedDate, storedJson } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { rowsOf } from './store-parts.js';

/** The authentication log of a tenant. */
export function authenticationStores(
  schema: string,
): (session: TenantSession) => AuthenticationLogStore {
  return ({ tenantId, query }) => {
    const read = async ({ statement: text, values }: BoundStatement) =>
      ((await query(text, values)) as readonly EntryRow[]).map(storedEntry);
    return {
      async list(filter, page) {
        const entries = await read(listStatement(schema, tenantId, filter, page));
        return pageOf(entries, page, ({ id }) => id);
      },
      async after(entryId, limit) {
        let last: WrittenRow | null = null;
        if (entryId !== null) {
          const find = findStatement(schema, tenantId, entryId);
          const [row] = await query(find.statement, find.values);
          if (row === undefined) return null;
          last = row as WrittenRow;
        }
        const isBeforeOwn = last === null || last.is_copied;
        const copied = isBeforeOwn
          ? await read(afterStatement(schema, tenantId, { rows: COPIED, last, limit }))
          : [];
        const from = isBeforeOwn ? null : last;
        const part = { rows: SETTLED, last: from, limit: limit - copied.length };
        return [...copied, ...(await read(afterStatement(schema, tenantId, part)))];
      },
    };
  };
}

/** Appends entries: one JSON array of rows. */
export function appendEntriesStatement(schema: string): Statement {
  const table = `${schema}.authentication_entries`;
  return statement(
    'authentication_append',
    `insert into ${table} (${ENTRY_COLUMNS})
     select ${ENTRY_COLUMNS} from json_populate_recordset(null::${table}, $1)`,
  );
}

function listStatement(
  schema: string,
  tenantId: string,
  { type, identityId, ...range }: Parameters<AuthenticationLogStore['list']>[0],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, addRange, bind, text, toStatement } = rowsOf(tenantId);
  add((value) => `type = ${value}`, type);
  add((id) => `identity_id = ${id}`, identityId);
  addRange('entry_id', range);
  add((last) => `entry_id < ${last}`, position);
  return toStatement(
    'authentication_list',
    `select ${ENTRY_COLUMNS} from ${schema}.authentication_entries
     where ${text()} order by entry_id desc limit ${bind(limit + 1)}`,
  );
}

/**
 * The rows that no other can come before: all transactions up to theirs have ended. Of a transaction that is still open,
 * even one of the host that began to write long ago, the rows are not visible yet, and it may write more.
 */
const SETTLED = 'written_by < pg_snapshot_xmin(pg_current_snapshot())';

/**
 * The rows that another server wrote, whose count of transactions was further on: a dump or logical replication brought
 * them here. They come before all that this server writes.
 */
const COPIED = 'written_by >= pg_snapshot_xmax(pg_current_snapshot())';

/** The place of an entry in the order of {@link AuthenticationLogStore.after}. */
interface WrittenRow {
  readonly written_by: string;
  readonly entry_id: string;
  readonly is_copied: boolean;
}

function findStatement(schema: string, tenantId: string, entryId: string): BoundStatement {
  const { addUuid, text, toStatement } = rowsOf(tenantId);
  addUuid('entry_id', entryId);
  return toStatement(
    'authentication_find',
    `select written_by::text, entry_id, ${COPIED} as is_copied
     from ${schema}.authentication_entries where ${text()}`,
  );
}

function afterStatement(
  schema: string,
  tenantId: string,
  part: { readonly rows: string; readonly last: WrittenRow | null; readonly limit: number },
): BoundStatement {
  const { rows, last, limit } = part;
  const { bind, text, toStatement } = rowsOf(tenantId);
  const follows =
    last === null
      ? ''
      : `and (written_by, entry_id) > (${bind(last.written_by)}::xid8, ${bind(last.entry_id)})`;
  return toStatement(
    'authentication_after',
    `select ${ENTRY_COLUMNS} from ${schema}.authentication_entries
     where ${text()} and ${rows} ${follows} order by written_by, entry_id limit ${bind(limit)}`,
  );
}

interface EntryRow {
  readonly entry_id: string;
  readonly type: AuthenticationEntryType;
  readonly at: unknown;
  readonly identity_id: string | null;
  readonly factor: StepUpFactor | null;
  readonly session_id: string | null;
  readonly actor_type: Actor['type'];
  readonly actor_id: string;
  readonly reason: string | null;
  readonly client: unknown;
  readonly refused: unknown;
  readonly operation: unknown;
  readonly retain_until: unknown;
}

/** The columns of an entry. */
export const ENTRY_COLUMNS = `tenant_id, entry_id, type, at, identity_id, factor, session_id, actor_type, actor_id,
  reason, client, refused, operation, retain_until`;

/** An entry as a row, by the names of its columns. */
export function entryRow(
  tenantId: string,
  entry: AuthenticationEntry,
): EntryRow & { readonly tenant_id: string } {
  return {
    tenant_id: tenantId,
    entry_id: entry.id,
    type: entry.type,
    at: entry.at,
    identity_id: entry.identityId,
    factor: entry.factor,
    session_id: entry.sessionId,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    reason: entry.reason,
    client: entry.client,
    refused: entry.refused,
    operation: entry.operation,
    retain_until: entry.retainUntil,
  };
}

function storedEntry(row: EntryRow): AuthenticationEntry {
  return {
    id: row.entry_id,
    type: row.type,
    at: storedDate(row.at),
    identityId: row.identity_id,
    factor: row.factor,
    sessionId: row.session_id,
    actor: { type: row.actor_type, id: row.actor_id },
    reason: row.reason,
    client: storedJson(row.client) as AuthenticationEntry['client'],
    refused: storedJson(row.refused) as AuthenticationEntry['refused'],
    operation: storedJson(row.operation) as AuthenticationEntry['operation'],
    retainUntil: storedDate(row.retain_until),
  };
}

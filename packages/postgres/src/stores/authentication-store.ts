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
  return ({ tenantId, query }) => ({
    async list(filter, page) {
      const list = listStatement(schema, tenantId, filter, page);
      const rows = (await query(list.statement, list.values)) as readonly EntryRow[];
      return pageOf(rows.map(storedEntry), page, ({ id }) => id);
    },
  });
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

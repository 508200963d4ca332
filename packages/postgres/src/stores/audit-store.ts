import type { AuditEntry, PageRequest } from '@stepward/core';
import { type AuditPage, type AuditStore, GENESIS_HASH, pageOf } from '@stepward/core/adapter';
import { statement, type Statement, type BoundStatement } from '../connection/statement.js';
import { storedJson } from '../connection/stored-values.js';
import { BATCH, BEGIN_MAINTENANCE, sweepAll } from '../maintenance/sweep.js';
import type { TenantSession } from '../connection/tenant-session.js';
import type { TransactionContext } from '../connection/transaction.js';
import { takeLock } from '../connection/unit-of-work.js';
import { recordColumns, rowsOf } from './store-parts.js';

const ENTRY = recordColumns<AuditEntry>({
  // A `bigint` is text with most drivers.
  sequence: ['sequence', Number],
  hash: ['hash'],
  text: ['text'],
  previousHash: ['previous_hash'],
});

/** The audit log of a tenant. */
export function auditStores(schema: string): (session: TenantSession) => AuditStore {
  return ({ tenantId, query }) => ({
    async list(filter, page) {
      const list = listAuditStatement(schema, tenantId, filter, page);
      const rows = (await query(list.statement, list.values)) as readonly PageRow[];
      // Without entries there is one row, of the head alone.
      const entries = rows.filter(({ sequence }) => sequence !== null).map(ENTRY.read);
      const head = (storedJson(rows[0]?.head) ?? null) as AuditPage['head'];
      return { ...pageOf(entries, page, ({ sequence }) => String(sequence)), head };
    },
    async after(entryId, limit) {
      const find = findAuditStatement(schema, tenantId, entryId);
      const [{ sequence }] = (await query(find.statement, find.values)) as readonly [FoundRow];
      if (sequence === null) return entryId === null ? [] : null;
      const first = Number(sequence) + (entryId === null ? 0 : 1);
      const read = readAuditStatement(schema, tenantId, first, limit);
      return (await query(read.statement, read.values)).map(ENTRY.read);
    },
  });
}

interface PageRow {
  /** Null where there are no entries. */
  readonly sequence: unknown;
  /** As JSON; the same in each row. */
  readonly head: unknown;
}

interface FoundRow {
  /** Null where there is no such entry. */
  readonly sequence: unknown;
}

/** The place of an entry; of the oldest one for null. */
function findAuditStatement(
  schema: string,
  tenantId: string,
  entryId: string | null,
): BoundStatement {
  const { add, text, toStatement } = rowsOf(tenantId);
  add((id) => `entry_id = ${id}`, entryId);
  return toStatement(
    'audit_find',
    `select min(sequence) as sequence from ${schema}.audit_entries where ${text()}`,
  );
}

/** The places have no gaps, so a range of them is bounded whatever the planner expects. */
function readAuditStatement(
  schema: string,
  tenantId: string,
  first: number,
  count: number,
): BoundStatement {
  const { add, text, toStatement } = rowsOf(tenantId);
  add((place) => `sequence >= ${place}`, first);
  add((place) => `sequence < ${place}`, first + count);
  return toStatement(
    'audit_read',
    `select ${ENTRY.list} from ${schema}.audit_entries where ${text()} order by sequence`,
  );
}

/** Appends an entry in one statement; takes the tenant and the text. */
export function appendAuditStatement(schema: string): Statement {
  return statement(
    'audit_append',
    `with ${appendAudit(schema, '$1', '$2', '(select 1) as one')} select 1`,
  );
}

/**
 * The common table expressions that append an entry where `from` has a row; tenant and text are expressions. The tenant's
 * head moves on first, and its row is then held until the transaction ends. So appends of one tenant run in the order of
 * their commits, and a rollback frees the place.
 */
export function appendAudit(schema: string, tenantId: string, text: string, from: string): string {
  const hashOf = (previousHash: string, sequence: string): string => {
    // `auditHash` of core, in SQL.
    const lines = `concat_ws(chr(10), ${previousHash}, ${sequence}, ${text}::text)`;
    return `encode(sha256(convert_to(${lines}, 'UTF8')), 'hex')`;
  };
  return `moved_head as (
      insert into ${schema}.audit_heads as head (tenant_id, sequence, previous_hash, hash)
      select ${tenantId}, 1, '${GENESIS_HASH}', ${hashOf(`'${GENESIS_HASH}'`, '1')} from ${from}
      on conflict (tenant_id) do update
      set sequence = head.sequence + 1, previous_hash = head.hash,
        hash = ${hashOf('head.hash', '(head.sequence + 1)')}
      returning sequence, previous_hash, hash
    ),
    audit as (
      insert into ${schema}.audit_entries (tenant_id, sequence, text, previous_hash, hash)
      select ${tenantId}, sequence, ${text}, previous_hash, hash from moved_head
      returning 1
    )`;
}

/** Entries hold their time as text that sorts by time, which holds up to the year 9999. */
const LAST_MOMENT = '9999-12-31T23:59:59.999Z';

/** The statement for a page of the log and its head, which are read together: one shows whether the other is whole. */
function listAuditStatement(
  schema: string,
  tenantId: string,
  { order, type, since, until }: Parameters<AuditStore['list']>[0],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, toStatement } = rowsOf(tenantId);
  const [follows, direction] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc'];
  add((value) => `type = ${value}`, type);
  add((moment) => `at >= ${moment}`, since && storedMoment(since));
  add((moment) => `at < ${moment}`, until && storedMoment(until));
  add((place) => `sequence ${follows} ${place}`, position);
  const entries = `select ${ENTRY.list} from ${schema}.audit_entries
      where ${text()} order by sequence ${direction} limit ${bind(limit + 1)}`;
  const head = `select json_build_object('sequence', sequence, 'hash', hash) as head
      from ${schema}.audit_heads where tenant_id = $1`;
  return toStatement(
    'audit_list',
    `select entry.*, (${head}) as head
     from (select 1) as page left join (${entries}) as entry on true order by entry.sequence ${direction}`,
  );
}

function storedMoment(moment: Date): string {
  return moment.getUTCFullYear() > 9999 ? LAST_MOMENT : moment.toISOString();
}

/**
 * Deletes audit entries past their retention. Only the beginning of each tenant's log is deleted, up to the first
 * entry that must be kept and never the newest, so the rest is one chain. Only one sweep runs at a time, because
 * two could leave a gap between them.
 */
export async function purgeAuditLog(
  context: TransactionContext,
  schema: string,
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  const begin = `${BEGIN_MAINTENANCE}; ${takeLock(['purge audit log', schema])}`;
  await sweepAll(context, { text: deleteBeginnings(schema), values: [moment] }, begin);
}

/** The first entry to keep is found along the primary key, and for most tenants is the very first. */
function deleteBeginnings(schema: string): string {
  return `delete from ${schema}.audit_entries where (tenant_id, sequence) in (
    select due.tenant_id, due.sequence
    from ${schema}.audit_heads as head
    cross join lateral (
      select kept.sequence from ${schema}.audit_entries as kept
      where kept.tenant_id = head.tenant_id
        and (kept.retain_until > $1 or kept.sequence = head.sequence)
      order by kept.sequence limit 1
    ) as first_kept
    join ${schema}.audit_entries as due
      on due.tenant_id = head.tenant_id and due.sequence < first_kept.sequence
    order by due.tenant_id, due.sequence limit ${String(BATCH)}
  )`;
}

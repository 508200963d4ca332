import { silentLogger } from '@stepward/core';
import { grantRuntime } from './grant-runtime.js';
import type { Migration } from './migrations/migration.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { PostgresExecutor, PostgresPool } from './postgres-pool.js';
import { quoteIdentifier } from './quote-identifier.js';
import { inTransaction } from './transaction.js';
import { BEGIN, takeLock } from './unit-of-work.js';

export interface MigrateOptions {
  /** Its role must be allowed to create a schema in the database, or own the one that is named. */
  readonly pool: PostgresPool;
  /** The schema for Stepward's tables, and for nothing else; `stepward`. */
  readonly schema?: string;
  /**
   * The role that the service runs as, where that is not the role that migrates: it is granted what
   * `createPostgresStorage` needs, and nothing more.
   */
  readonly grantTo?: string;
}

/**
 * Brings the schema up to date, in one transaction: all of it or nothing. Hosts may call it on every
 * start, any number of them at once: an advisory lock lets one go ahead, and the rest find nothing
 * to do. A role that was granted the tables may call it too, as long as nothing is to do.
 *
 * @returns the ids of the migrations that this call applied, oldest first
 * @throws TypeError where the schema or the role is no name for Postgres.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const { pool, schema: schemaName = 'stepward', grantTo } = options;
  const schema = quoteIdentifier(schemaName);
  const role = grantTo === undefined ? null : quoteIdentifier(grantTo);
  const begin = `${BEGIN}; ${takeLock(['migrate', schemaName])}`;

  return inTransaction({ pool, logger: silentLogger }, begin, async (executor) => {
    const applied = await readApplied(executor, schema);
    const pending = MIGRATIONS.filter(({ id }) => applied?.has(id) !== true);
    if (applied === null) await createRecord(executor, schema, schemaName);
    for (const migration of pending) await apply(executor, schema, migration);
    if (role !== null) await grantRuntime(executor, schema, role);
    return pending.map(({ id }) => id);
  });
}

/** The ids that the schema has recorded; null where it keeps no record yet. */
async function readApplied(
  executor: PostgresExecutor,
  schema: string,
): Promise<ReadonlySet<string> | null> {
  const record = `${schema}.migrations`;
  const { rows: found } = await executor.query({
    text: 'select to_regclass($1) is not null as exists',
    values: [record],
  });
  const [{ exists }] = found as [{ readonly exists: boolean }];
  if (!exists) return null;
  const { rows } = await executor.query({ text: `select id from ${record}` });
  return new Set((rows as { readonly id: string }[]).map(({ id }) => id));
}

/** An existing schema is not created, even with `if not exists`: that needs the right to create one. */
async function createRecord(
  executor: PostgresExecutor,
  schema: string,
  schemaName: string,
): Promise<void> {
  const { rows } = await executor.query({
    text: 'select from pg_namespace where nspname = $1',
    values: [schemaName],
  });
  if (rows.length === 0) await executor.query({ text: `create schema ${schema}` });
  await executor.query({
    text: `create table ${schema}.migrations (
      id text primary key,
      applied_at timestamptz not null default current_timestamp
    )`,
  });
}

async function apply(
  executor: PostgresExecutor,
  schema: string,
  { id, sql }: Migration,
): Promise<void> {
  await executor.query({ text: sql(schema) });
  await executor.query({
    text: `insert into ${schema}.migrations (id) values ($1)`,
    values: [id],
  });
}

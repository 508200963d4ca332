import { silentLogger } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { pendingMigrations } from './pending-migrations.js';
import { explainDenialOf } from './explain-error.js';
import { grantRuntime } from './grant-runtime.js';
import type { Migration } from './migrations/migration.js';
import { A_POOL, type PostgresExecutor, type PostgresPool } from './postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from './quote-identifier.js';
import { refuseSharedName, sharedName } from './shared-name.js';
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

/** Names in migrations mean what Postgres has, whatever else stands on the role's path. */
const ONLY_OWN_NAMES = 'set local search_path = pg_catalog, pg_temp';

/**
 * Brings the schema up to date, in one transaction: all of it or nothing. Hosts may call it on every
 * start, any number of them at once: an advisory lock lets one go ahead, and the rest find nothing
 * to do. A role that was granted the tables may call it too, as long as nothing is to do.
 *
 * @returns the ids of the migrations that this call applied, oldest first
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @throws Error where the role has the name of the schema, or may not create it.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  checkOptions('migrate', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isDatabaseName),
    grantTo: optional(A_NAME, isDatabaseName),
  });
  const { pool, schema: schemaName = 'stepward', grantTo } = options;
  if (grantTo === schemaName) throw new TypeError(`migrate: ${sharedName(grantTo)}`);
  const schema = quoteIdentifier(schemaName);
  const role = grantTo === undefined ? null : quoteIdentifier(grantTo);
  const begin = `${BEGIN}; ${takeLock(['migrate', schemaName])}`;

  const context = { pool, logger: silentLogger, explain: explainDenialOf(schemaName) };
  return inTransaction(context, begin, async (executor) => {
    await refuseSharedName(executor, schemaName);
    await executor.query({ text: ONLY_OWN_NAMES });
    const { hasRecord, pending } = await pendingMigrations(executor, schema);
    if (!hasRecord) await createRecord(executor, schema, schemaName);
    for (const migration of pending) await apply(executor, schema, migration);
    if (role !== null) await grantRuntime(executor, schema, role);
    return pending.map(({ id }) => id);
  });
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

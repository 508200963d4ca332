import { silentLogger } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { explainDenialOf } from './explain-error.js';
import { migrationStatements, ONLY_OWN_NAMES, takeMigrationLock } from './migration-script.js';
import { appliedMigrations, pendingMigrations } from './pending-migrations.js';
import { A_POOL, type PostgresExecutor, type PostgresPool } from './postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from './quote-identifier.js';
import { refuseSharedName, sharedName } from './shared-name.js';
import { inTransaction } from './transaction.js';
import { BEGIN } from './unit-of-work.js';

export interface MigrateOptions {
  /** Its role must be allowed to create a schema in the database, or own the one that is named. */
  readonly pool: PostgresPool;
  /** The schema for Stepward's tables only; `stepward`. */
  readonly schema?: string;
  /**
   * The role that the service runs as, if that is not the role that migrates. It is granted only what
   * `createPostgresStorage` needs.
   */
  readonly grantTo?: string;
}

/**
 * Brings the schema up to date, in one transaction: all of it or nothing. Hosts may call it on every start, any
 * number of them at once: an advisory lock lets one proceed, and the others then have nothing to do. A role that was
 * granted the tables may call it too, if no migration is pending.
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
  const { pool, schema = 'stepward', grantTo } = options;
  if (grantTo === schema) throw new TypeError(`migrate: ${sharedName(grantTo)}`);
  const context = { pool, logger: silentLogger, explain: explainDenialOf(schema) };
  return inTransaction(context, `${BEGIN}; ${takeMigrationLock(schema)}`, async (executor) => {
    await refuseSharedName(executor, schema);
    await executor.query({ text: ONLY_OWN_NAMES });
    const applied = await appliedMigrations(executor, quoteIdentifier(schema));
    const pending = pendingMigrations(applied);
    const hasSchema = applied !== null || (await schemaExists(executor, schema));
    const target = { schema, pending, hasRecord: applied !== null, hasSchema, grantTo };
    for (const text of migrationStatements(target)) await executor.query({ text });
    return pending.map(({ id }) => id);
  });
}

async function schemaExists(executor: PostgresExecutor, schema: string): Promise<boolean> {
  const { rows } = await executor.query({
    text: 'select from pg_namespace where nspname = $1',
    values: [schema],
  });
  return rows.length > 0;
}

import { stderrLogger, type Logger } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isLogger,
  isPositiveInteger,
  optional,
  required,
} from '@stepward/core/adapter';
import { explainDenialOf, isLockTimeout } from '../connection/explain-error.js';
import {
  migrationStatements,
  ONLY_OWN_NAMES,
  takeMigrationLock,
  tryMigrationLock,
} from './migration-script.js';
import { A_POOL, type PostgresExecutor, type PostgresPool } from '../connection/postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from '../connection/quote.js';
import { MigrationChanged, readSchemaRecord } from './schema-record.js';
import { requireServer, sharedName } from '../connection/server-state.js';
import { inTransaction } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';

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
  /**
   * How long to wait for another process that migrates the same schema, and for each lock on its tables, in
   * milliseconds; 60,000.
   */
  readonly lockWaitMs?: number;
  /** Gets a warning while another process is waited for; standard error by default. */
  readonly logger?: Logger;
}

/** Milliseconds to wait for a lock. */
const LOCK_WAIT_MS = 60_000;

/**
 * Brings the schema up to date, in one transaction: all of it or nothing. Hosts may call it on every start, any
 * number of them at once: an advisory lock lets one proceed, and the others then have nothing to do. A role that was
 * granted the tables may call it too, if no migration is pending.
 *
 * @returns the ids of the migrations that this call applied, oldest first
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @throws Error where Postgres is older than 15 or accepts no writes, the role has the name of the schema or may not
 * create it, another process migrates for too long, or the schema was made by another pre-release.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  checkOptions('migrate', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isDatabaseName),
    grantTo: optional(A_NAME, isDatabaseName),
    lockWaitMs: optional('a positive integer, in milliseconds', isPositiveInteger),
    logger: optional('a Logger', isLogger),
  });
  const { pool, schema = 'stepward', grantTo } = options;
  const { lockWaitMs = LOCK_WAIT_MS, logger = stderrLogger } = options;
  if (grantTo === schema) throw new TypeError(`migrate: ${sharedName(grantTo)}`);
  const context = { pool, logger, explain: explainDenialOf(schema) };
  return inTransaction(context, beginMigration(lockWaitMs), async (executor) => {
    await requireServer(executor, schema);
    await waitForOthers(executor, { schema, lockWaitMs, logger });
    await executor.query({ text: ONLY_OWN_NAMES });
    const { applied, pending, changed } = await readSchemaRecord(executor, quoteIdentifier(schema));
    if (changed.length > 0) throw new MigrationChanged(schema, changed);
    const hasSchema = applied !== null || (await schemaExists(executor, schema));
    const target = { schema, pending, hasRecord: applied !== null, hasSchema, grantTo };
    for (const text of migrationStatements(target)) await executor.query({ text });
    return pending.map(({ id }) => id);
  });
}

/** Postgres ends a migration that has been idle for a minute: its process is frozen, and others wait for it. */
function beginMigration(lockWaitMs: number): string {
  return [
    BEGIN,
    `set local lock_timeout = ${String(lockWaitMs)}`,
    `set local idle_in_transaction_session_timeout = '60s'`,
  ].join('; ');
}

/** Lets one of several runs proceed, and says what the others wait for. */
async function waitForOthers(
  executor: PostgresExecutor,
  {
    schema,
    lockWaitMs,
    logger,
  }: Required<Pick<MigrateOptions, 'schema' | 'lockWaitMs' | 'logger'>>,
): Promise<void> {
  const { rows } = await executor.query({ text: tryMigrationLock(schema) });
  const [{ taken }] = rows as [{ readonly taken: boolean }];
  if (taken) return;
  logger.warn({ schema, lockWaitMs }, 'waiting for another process that migrates the schema');
  try {
    await executor.query({ text: takeMigrationLock(schema) });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Error(
      `another process has been migrating the schema ${JSON.stringify(schema)} for more than ${String(lockWaitMs)} ms. ` +
        'If it is stuck, end its connection: it holds an advisory lock in pg_locks. Then migrate again',
      { cause: error },
    );
  }
}

async function schemaExists(executor: PostgresExecutor, schema: string): Promise<boolean> {
  const { rows } = await executor.query({
    text: 'select from pg_namespace where nspname = $1',
    values: [schema],
  });
  return rows.length > 0;
}

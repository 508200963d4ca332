import { checkOptions, isOneOf, optional } from '@stepward/core/adapter';
import { grantRuntime } from './grant-runtime.js';
import type { Migration } from './migration.js';
import { MIGRATIONS } from './migrations.js';
import { A_NAME, isDatabaseName, quoteIdentifier, quoteLiteral } from '../connection/quote.js';
import { checksumOf } from './schema-record.js';
import { MIN_SERVER_VERSION, sharedName, tooOld } from '../connection/server-state.js';
import { BEGIN, lockKey, takeLock } from '../connection/unit-of-work.js';

/** The migrations of this version, oldest first. */
export const MIGRATION_IDS: readonly string[] = MIGRATIONS.map(({ id }) => id);

/** The target of migrations, and the ones to apply. */
export interface MigrationTarget {
  /** The schema's name, not quoted. */
  readonly schema: string;
  readonly pending: readonly Migration[];
  /** Whether the schema has its table `migrations`. */
  readonly hasRecord: boolean;
  readonly hasSchema: boolean;
  /** The role that is granted the tables, not quoted. */
  readonly grantTo: string | undefined;
}

export interface MigrationScriptOptions {
  /** The schema for Stepward's tables; `stepward`. */
  readonly schema?: string;
  /** The role that the service runs as, if that is not the role that migrates. */
  readonly grantTo?: string;
  /** The last migration that the database has, for example `0003-webhooks`; by default none. */
  readonly after?: string;
}

/**
 * The SQL of the migrations as one script for `psql`, for operators who review or apply it themselves. It does the
 * same as `migrate`, in one transaction, and is created without a database.
 *
 * @example
 * await writeFile('stepward.sql', migrationScript({ grantTo: 'app' }));
 *
 * @throws TypeError that names the option that is wrong or unknown.
 */
export function migrationScript(options: MigrationScriptOptions = {}): string {
  checkOptions<MigrationScriptOptions>('migrationScript', options, {
    schema: optional(A_NAME, isDatabaseName),
    grantTo: optional(A_NAME, isDatabaseName),
    after: optional(`one of ${MIGRATION_IDS.join(', ')}`, isOneOf(...MIGRATION_IDS)),
  });
  const { schema = 'stepward', grantTo, after } = options;
  if (grantTo === schema) throw new TypeError(`migrationScript: ${sharedName(grantTo)}`);
  const pending = MIGRATIONS.slice(after === undefined ? 0 : MIGRATION_IDS.indexOf(after) + 1);
  const hasRecord = after !== undefined;
  const target = { schema, pending, hasRecord, hasSchema: hasRecord, grantTo };
  const beginning = [BEGIN, REFUSE_OLD_SERVER, takeMigrationLock(schema), ONLY_OWN_NAMES];
  return [...beginning, ...migrationStatements(target), 'commit']
    .map((statement) => `${statement.trim().replace(/;$/, '')};\n`)
    .join('\n');
}

/** Names in migrations resolve to those of Postgres, whatever else is on the role's path. */
export const ONLY_OWN_NAMES = 'set local search_path = pg_catalog, pg_temp';

/** Ends the script on a Postgres that is too old. */
const REFUSE_OLD_SERVER = `do ${quoteLiteral(`
  begin
    if current_setting('server_version_num')::integer < ${String(MIN_SERVER_VERSION)} then
      raise exception '${tooOld('%')}', current_setting('server_version');
    end if;
  end`)}`;

/** The statement that lets one of several runs proceed. */
export function takeMigrationLock(schema: string): string {
  return takeLock(lockName(schema));
}

/** The same without waiting: `taken` of its row says whether this run may proceed. */
export function tryMigrationLock(schema: string): string {
  return `select pg_try_advisory_xact_lock('${lockKey(lockName(schema))}'::bigint) as taken`;
}

function lockName(schema: string): readonly string[] {
  return ['migrate', schema];
}

/** The statements that bring the schema up to date, without the transaction around them. */
export function migrationStatements(target: MigrationTarget): readonly string[] {
  const { pending, hasRecord, hasSchema, grantTo } = target;
  const schema = quoteIdentifier(target.schema);
  return [
    // An existing schema is not created, even with `if not exists`: that needs the right to create one.
    ...(hasSchema ? [] : [`create schema if not exists ${schema}`]),
    ...(hasRecord ? [] : [createRecord(schema)]),
    ...pending.flatMap((migration) => [migration.sql(schema), recordMigration(schema, migration)]),
    ...(grantTo === undefined ? [] : grantRuntime(schema, quoteIdentifier(grantTo))),
  ];
}

function createRecord(schema: string): string {
  return `create table ${schema}.migrations (
      id text primary key,
      applied_at timestamptz not null default current_timestamp,
      checksum text not null
    )`;
}

function recordMigration(schema: string, migration: Migration): string {
  const values = [migration.id, checksumOf(migration)].map(quoteLiteral).join(', ');
  return `insert into ${schema}.migrations (id, checksum) values (${values})`;
}

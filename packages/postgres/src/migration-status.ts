import { silentLogger } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { explainDenialOf } from './explain-error.js';
import type { MigrateOptions } from './migrate.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { appliedMigrations } from './pending-migrations.js';
import { A_POOL } from './postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from './quote-identifier.js';
import { inTransaction } from './transaction.js';
import { BEGIN } from './unit-of-work.js';

/** One migration of this version. */
export interface MigrationStatus {
  /** For example `0001-factors`. */
  readonly id: string;
  /** When it was applied; null while it is pending. */
  readonly appliedAt: Date | null;
}

/**
 * Returns every migration of this version, oldest first, with the time at which it was applied. Changes nothing.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown.
 */
export async function migrationStatus(
  options: Pick<MigrateOptions, 'pool' | 'schema'>,
): Promise<readonly MigrationStatus[]> {
  checkOptions('migrationStatus', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isDatabaseName),
  });
  const { pool, schema = 'stepward' } = options;
  const context = { pool, logger: silentLogger, explain: explainDenialOf(schema) };
  const applied = await inTransaction(context, BEGIN, (executor) =>
    appliedMigrations(executor, quoteIdentifier(schema)),
  );
  return MIGRATIONS.map(({ id }) => ({ id, appliedAt: applied?.get(id) ?? null }));
}

import { silentLogger } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { explainDenialOf } from '../connection/explain-error.js';
import type { MigrateOptions } from './migrate.js';
import { MIGRATIONS } from './migrations.js';
import { A_POOL } from '../connection/postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from '../connection/quote.js';
import { readSchemaRecord } from './schema-record.js';
import { inTransaction } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';

/** One migration of this version or of the schema. */
export interface MigrationStatus {
  /** For example `0001-factors`. */
  readonly id: string;
  /**
   * `applied`, `pending`, `changed` if it was applied with other statements than those of this version, or `unknown` if
   * only a newer version has it.
   */
  readonly state: 'applied' | 'pending' | 'changed' | 'unknown';
  /** When it was applied; null while it is pending. */
  readonly appliedAt: Date | null;
}

/**
 * Returns every migration of this version, and those that the schema has of a newer one, oldest first, with the time at
 * which it was applied. Changes nothing.
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
  const { applied, changed, unknown } = await inTransaction(context, BEGIN, (executor) =>
    readSchemaRecord(executor, quoteIdentifier(schema)),
  );
  const stateOf = (id: string): MigrationStatus['state'] => {
    if (unknown.includes(id)) return 'unknown';
    if (changed.includes(id)) return 'changed';
    return applied?.has(id) === true ? 'applied' : 'pending';
  };
  return [...MIGRATIONS.map(({ id }) => id), ...unknown].map((id) => ({
    id,
    state: stateOf(id),
    appliedAt: applied?.get(id)?.appliedAt ?? null,
  }));
}

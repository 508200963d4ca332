import type { Migration } from './migrations/migration.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { PostgresExecutor } from './postgres-pool.js';

/** Thrown where the schema lacks tables or functions of this version. */
export class NotMigrated extends Error {
  constructor(schemaName: string, options?: ErrorOptions) {
    super(
      `the database schema ${JSON.stringify(schemaName)} is missing or out of date: call migrate() of ` +
        '@stepward/postgres, or run "npx stepward-postgres migrate", before the service starts',
      options,
    );
    this.name = 'NotMigrated';
  }
}

/** The migrations that the schema has not recorded, oldest first; all, and no record, where it keeps none yet. */
export async function pendingMigrations(
  executor: PostgresExecutor,
  schema: string,
): Promise<{ readonly hasRecord: boolean; readonly pending: readonly Migration[] }> {
  const record = `${schema}.migrations`;
  const { rows: found } = await executor.query({
    text: 'select to_regclass($1) is not null as exists',
    values: [record],
  });
  const [{ exists }] = found as [{ readonly exists: boolean }];
  if (!exists) return { hasRecord: false, pending: MIGRATIONS };
  const { rows } = await executor.query({ text: `select id from ${record}` });
  const applied = new Set((rows as { readonly id: string }[]).map(({ id }) => id));
  return { hasRecord: true, pending: MIGRATIONS.filter(({ id }) => !applied.has(id)) };
}

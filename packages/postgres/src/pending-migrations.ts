import type { Migration } from './migrations/migration.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { PostgresExecutor } from './postgres-pool.js';

/** Thrown where the schema lacks tables or functions of this version. */
export class NotMigrated extends Error {
  constructor(schemaName: string, options?: ErrorOptions) {
    super(
      `the database schema ${JSON.stringify(schemaName)} is missing or out of date: call migrate() of ` +
        '@stepward/postgres, or run "npx stepward migrate", before the service starts',
      options,
    );
    this.name = 'NotMigrated';
  }
}

/** The migrations that the schema has recorded, with their times; null if it has no such table yet. */
export async function appliedMigrations(
  executor: PostgresExecutor,
  schema: string,
): Promise<ReadonlyMap<string, Date> | null> {
  const record = `${schema}.migrations`;
  const { rows: found } = await executor.query({
    text: 'select to_regclass($1) is not null as exists',
    values: [record],
  });
  const [{ exists }] = found as [{ readonly exists: boolean }];
  if (!exists) return null;
  const { rows } = await executor.query({ text: `select id, applied_at from ${record}` });
  const applied = rows as { readonly id: string; readonly applied_at: Date }[];
  return new Map(applied.map(({ id, applied_at }) => [id, applied_at]));
}

/** The migrations that were not applied yet, oldest first. */
export function pendingMigrations(applied: ReadonlyMap<string, Date> | null): readonly Migration[] {
  return MIGRATIONS.filter(({ id }) => !applied?.has(id));
}

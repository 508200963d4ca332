import { hash } from 'node:crypto';
import type { Migration } from './migration.js';
import { MIGRATIONS } from './migrations.js';
import type { PostgresExecutor } from '../connection/postgres-pool.js';

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

/** Thrown where a migration that the schema has differs from that of this version. */
export class MigrationChanged extends Error {
  constructor(schemaName: string, ids: readonly string[]) {
    super(
      `the database schema ${JSON.stringify(schemaName)} was made by another pre-release: its migrations ` +
        `${ids.join(', ')} differ from those of this version of @stepward/postgres. Use the version that made it, or ` +
        'drop the schema with all of its data and migrate again',
    );
    this.name = 'MigrationChanged';
  }
}

/** A migration that the schema has recorded. */
export interface AppliedMigration {
  readonly appliedAt: Date;
  /** Null where it was recorded without one. */
  readonly checksum: string | null;
}

/** The record of a schema compared with this version; ids oldest first. */
export interface SchemaRecord {
  /** By id; null if the schema has no record yet. */
  readonly applied: ReadonlyMap<string, AppliedMigration> | null;
  readonly pending: readonly Migration[];
  /** Applied, with other statements than those of this version. */
  readonly changed: readonly string[];
  /** Applied by a newer version. */
  readonly unknown: readonly string[];
}

/** The SHA-256 of a migration's statements, in hexadecimal, whatever the schema is called. */
export function checksumOf({ sql }: Migration): string {
  return hash('sha256', sql('"stepward"'), 'hex');
}

/** Reads which migrations the schema has. Its name is already quoted. */
export async function readSchemaRecord(
  executor: PostgresExecutor,
  schema: string,
): Promise<SchemaRecord> {
  const record = `${schema}.migrations`;
  const { rows: found } = await executor.query({
    text: 'select to_regclass($1) is not null as exists',
    values: [record],
  });
  const [{ exists }] = found as [{ readonly exists: boolean }];
  if (!exists) return compareRecord(null);
  // The first pre-releases recorded no checksum.
  const { rows } = await executor.query({
    text: `select id, applied_at, to_jsonb(record) ->> 'checksum' as checksum from ${record} as record order by id`,
  });
  const applied = rows as { id: string; applied_at: Date; checksum: string | null }[];
  return compareRecord(
    new Map(
      applied.map(({ id, applied_at: appliedAt, checksum }) => [id, { appliedAt, checksum }]),
    ),
  );
}

function compareRecord(applied: SchemaRecord['applied']): SchemaRecord {
  const known = new Map(MIGRATIONS.map((migration) => [migration.id, migration]));
  const present = [...(applied ?? [])];
  const isChanged = ([id, { checksum }]: (typeof present)[number]): boolean => {
    const migration = known.get(id);
    return migration !== undefined && checksum !== checksumOf(migration);
  };
  return {
    applied,
    pending: MIGRATIONS.filter(({ id }) => !applied?.has(id)),
    changed: present.filter(isChanged).map(([id]) => id),
    unknown: present.map(([id]) => id).filter((id) => !known.has(id)),
  };
}

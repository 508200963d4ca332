export { migrate, type MigrateOptions } from './migrate.js';
export { MIGRATION_IDS, migrationScript, type MigrationScriptOptions } from './migration-script.js';
export { migrationStatus, type MigrationStatus } from './migration-status.js';
export { MigrationChanged, NotMigrated } from './schema-record.js';
export type {
  PostgresClient,
  PostgresExecutor,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './postgres-pool.js';
export { postgresLimits, type PostgresLimitsOptions } from './postgres-limits.js';
export { createPostgresStorage, type PostgresStorageOptions } from './postgres-storage.js';

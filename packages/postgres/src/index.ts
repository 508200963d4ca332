export { diagnose, type Finding, type DiagnoseOptions } from './diagnosis/diagnose.js';
export { migrate, type MigrateOptions } from './migrations/migrate.js';
export {
  MIGRATION_IDS,
  migrationScript,
  type MigrationScriptOptions,
} from './migrations/migration-script.js';
export { migrationStatus, type MigrationStatus } from './migrations/migration-status.js';
export { MigrationChanged, NotMigrated } from './migrations/schema-record.js';
export { MoveRefused } from './moving/move-refused.js';
export { moveTenant, type MoveTenantOptions, type MovingDatabase } from './moving/move-tenant.js';
export type { MovedRows } from './moving/tenant-rows.js';
export type {
  PostgresClient,
  PostgresExecutor,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './connection/postgres-pool.js';
export { postgresLimits, type PostgresLimitsOptions } from './limits/postgres-limits.js';
export { createPostgresStorage, type PostgresStorageOptions } from './postgres-storage.js';

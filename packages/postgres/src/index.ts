export { migrate, type MigrateOptions } from './migrate.js';
export { NotMigrated } from './pending-migrations.js';
export type {
  PostgresClient,
  PostgresExecutor,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './postgres-pool.js';
export { postgresLimits, type PostgresLimitsOptions } from './postgres-limits.js';
export { createPostgresStorage, type PostgresStorageOptions } from './postgres-storage.js';

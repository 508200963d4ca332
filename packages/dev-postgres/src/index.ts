export { createDatabase, type CreateDatabaseOptions } from './create-database.js';
export type { Database } from './database.js';
export { freePort } from './free-port.js';
export { hasBinaries, type EmbeddedVersion } from './locate-binaries.js';
export type { PostgresServer } from './postgres-server.js';
export { requireAdmin } from './require-admin.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.js';
export { startPostgres } from './start-postgres.js';
export { testDatabase, type TestDatabase } from './test-database.js';

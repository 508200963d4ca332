/** Keeps streams in Postgres, in a schema of their own. */
export { migrateStreams, type MigrateStreamsOptions } from './migrate-streams.js';
export { createPostgresStreams, type PostgresStreamsOptions } from './postgres-streams.js';
export type { StreamsClient, StreamsPool } from './streams-pool.js';

import type { PostgresServer } from './postgres-server.js';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.js';

/**
 * The Postgres to use: the one `DATABASE_URL` names, which is left running and as it is, or else a
 * fresh embedded one. A test that takes its server down uses `startEmbeddedPostgres`, which is
 * always its own.
 */
export async function startPostgres(
  options: EmbeddedPostgresOptions = {},
): Promise<PostgresServer> {
  const url = process.env['DATABASE_URL'];
  if (!url) return startEmbeddedPostgres(options);
  return { url, adminUrl: url, stop: () => Promise.resolve() };
}

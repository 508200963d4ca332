import type { PostgresServer } from './postgres-server.js';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.js';
import { requireSuperuser } from './require-role.js';
import { withClient } from './with-client.js';

/**
 * The Postgres to use: the one `DATABASE_URL` names, which is left running and as it is, or else a
 * fresh embedded one. `ADMIN_DATABASE_URL` names a superuser of that server, for tests of what only
 * one may do. A test that takes its server down uses `startEmbeddedPostgres`, which is always its
 * own.
 *
 * @throws when the role of `ADMIN_DATABASE_URL` is not a superuser
 */
export async function startPostgres(
  options: EmbeddedPostgresOptions = {},
): Promise<PostgresServer> {
  const url = process.env['DATABASE_URL'];
  if (!url) return startEmbeddedPostgres(options);
  const adminUrl = process.env['ADMIN_DATABASE_URL'] || null;
  if (adminUrl !== null) await withClient(adminUrl, requireSuperuser);
  return { url, adminUrl, stop: () => Promise.resolve() };
}

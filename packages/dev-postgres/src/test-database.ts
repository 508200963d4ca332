import type pg from 'pg';
import { createDatabase } from './create-database.js';
import type { EmbeddedVersion } from './locate-binaries.js';
import { prepareTemplate } from './prepare-template.js';
import type { ProvidedPostgres } from './provided-postgres.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { createTestPool, type TestPool } from './test-pool.js';

/** The database of one test file. */
export interface TestDatabase {
  /** Connects as an ordinary role, whom row-level security binds. */
  readonly url: string;
  /** Connects as a superuser; null where the server of the run has none to offer. Tests that need one are skipped then. */
  readonly adminUrl: string | null;
  /** A new pool on `url`; it ends with the test file. */
  pool(options?: pg.PoolConfig): pg.Pool;
}

export interface TestDatabaseOptions {
  /** Starts a server of that version for this database alone; default is the server of the run. */
  readonly version?: EmbeddedVersion | undefined;
}

/**
 * A copy of the run's template for the test file (or the `describe`) that awaits it at its top
 * level. Afterwards all pools are ended and the database is dropped; a client that was taken from a
 * pool and never released fails the file.
 *
 * Vitest is imported on the call, so that the example can start a server without it.
 */
export async function testDatabase({ version }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { afterAll, inject } = await import('vitest');
  const server =
    version === undefined ? inject('stepwardPostgres') : await ownServer(version, afterAll);
  const database = await createDatabase(server, { template: server.template });
  const pools: TestPool[] = [];

  afterAll(async () => {
    const unreleased = await Promise.all(pools.map((pool) => pool.close()));
    await database.drop();
    const count = unreleased.reduce((sum, each) => sum + each, 0);
    if (count > 0) throw new Error(`${count} client(s) of this file's pools were never released`);
  });

  return {
    url: database.url,
    adminUrl: database.adminUrl,
    pool(options = {}) {
      const pool = createTestPool(database.url, options);
      pools.push(pool);
      return pool.pool;
    },
  };
}

/** Hooks run last in, first out, so that the server ends after everything that uses it. */
async function ownServer(
  version: EmbeddedVersion,
  afterAll: (hook: () => Promise<void>) => void,
): Promise<ProvidedPostgres> {
  const server = await startEmbeddedPostgres({ version });
  afterAll(() => server.stop());
  const { url, adminUrl } = server;
  return { url, adminUrl, template: (await prepareTemplate(server)).name };
}

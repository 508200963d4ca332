import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase } from './create-database.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { startPostgres } from './start-postgres.js';
import { queryRow } from './testing/query-row.js';
import { withClient } from './with-client.js';

/** A server that was not started by these tests. */
const outside = await startEmbeddedPostgres();
afterAll(() => outside.stop());
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', outside.url);
  vi.stubEnv('ADMIN_DATABASE_URL', undefined);
});
afterEach(() => void vi.unstubAllEnvs());

it('DATABASE_URL takes the place of an embedded server', async () => {
  const server = await startPostgres();
  expect([server.url, server.adminUrl]).toEqual([outside.url, null]);

  const database = await createDatabase(server);
  expect(database.adminUrl).toBeNull();
  expect(await queryRow(database.url, 'SELECT current_database() AS name')).toEqual({
    name: database.name,
  });
  await database.drop();
});

it('ADMIN_DATABASE_URL names a superuser of that server', async () => {
  vi.stubEnv('ADMIN_DATABASE_URL', outside.adminUrl);
  const database = await createDatabase(await startPostgres());
  expect(await queryRow(database.adminUrl!, 'SHOW is_superuser')).toEqual({ is_superuser: 'on' });
  await database.drop();
});

it('a role of ADMIN_DATABASE_URL that is no superuser is refused with the remedy', async () => {
  vi.stubEnv('ADMIN_DATABASE_URL', outside.url);
  await expect(startPostgres()).rejects.toThrow(
    /ADMIN_DATABASE_URL connects as "app", which is not a superuser\. Use one, or leave it out/,
  );
});

it('an ordinary role drops a database that it and autovacuum are connected to', async () => {
  const database = await createDatabase(await startPostgres());
  await queryRow(outside.adminUrl, `ALTER SYSTEM SET autovacuum_naptime = '1s'`);
  await queryRow(outside.adminUrl, 'SELECT pg_reload_conf()');
  await withClient(database.url, async (client) => {
    await client.query(
      `CREATE TABLE slow WITH (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_limit = 1,
         autovacuum_vacuum_cost_delay = 100) AS SELECT repeat('x', 1000) FROM generate_series(1, 10000)`,
    );
    await client.query('DELETE FROM slow');
    const worker = `SELECT pid FROM pg_stat_activity
      WHERE datname = '${database.name}' AND backend_type = 'autovacuum worker'`;
    await expect
      .poll(() => queryRow(outside.adminUrl, worker))
      .toEqual({ pid: expect.any(Number) });
    await database.drop();
    await expect(client.query('SELECT 1')).rejects.toThrow();
  });
});

it('stopping leaves the server of DATABASE_URL running', async () => {
  await (await startPostgres()).stop();
  expect(await queryRow(outside.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

it('a role that may not create databases is refused with the remedy', async () => {
  await queryRow(outside.adminUrl, `CREATE ROLE guest LOGIN PASSWORD 'guest'`);
  const url = new URL(outside.url);
  [url.username, url.password] = ['guest', 'guest'];
  vi.stubEnv('DATABASE_URL', url.href);

  await expect(createDatabase(await startPostgres())).rejects.toThrow(
    /"guest", which may not create databases\. Either ALTER ROLE "guest" CREATEDB/,
  );
});

it('a role that bypasses row-level security is refused with the remedy', async () => {
  vi.stubEnv('DATABASE_URL', outside.adminUrl);
  await expect(createDatabase(await startPostgres())).rejects.toThrow(
    /"postgres", which bypasses row-level security\. Use an ordinary role: CREATE ROLE/,
  );
});

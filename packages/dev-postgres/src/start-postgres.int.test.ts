import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase } from './create-database.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { startPostgres } from './start-postgres.js';
import { queryRow } from './testing/query-row.js';

/** A server that was not started by these tests. */
const outside = await startEmbeddedPostgres();
afterAll(() => outside.stop());
beforeEach(() => void vi.stubEnv('DATABASE_URL', outside.url));
afterEach(() => void vi.unstubAllEnvs());

it('DATABASE_URL takes the place of an embedded server', async () => {
  const server = await startPostgres();
  expect([server.url, server.adminUrl]).toEqual([outside.url, outside.url]);

  const database = await createDatabase(server);
  expect(await queryRow(database.url, 'SELECT current_database() AS name')).toEqual({
    name: database.name,
  });
  await database.drop();
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

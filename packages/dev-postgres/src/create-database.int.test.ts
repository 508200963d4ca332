import { afterAll, expect, it } from 'vitest';
import { createDatabase } from './create-database.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { queryRow } from './testing/query-row.js';
import { withClient } from './with-client.js';

const server = await startEmbeddedPostgres();
afterAll(() => server.stop());

it('databases made side by side from one template each have what it has', async () => {
  const template = await createDatabase(server);
  await queryRow(template.url, 'CREATE TABLE seen AS SELECT 42 AS n');

  const copies = await Promise.all(
    Array.from({ length: 5 }, () => createDatabase(server, { template: template.name })),
  );

  expect(new Set(copies.map(({ name }) => name)).size).toBe(5);
  const rows = await Promise.all(copies.map(({ url }) => queryRow(url, 'SELECT n FROM seen')));
  expect(rows).toEqual(Array(5).fill({ n: 42 }));
});

it('a database belongs to the app role', async () => {
  const { url } = await createDatabase(server);
  const owner = await queryRow(
    url,
    `SELECT datdba::regrole::text AS name FROM pg_database WHERE datname = current_database()`,
  );
  expect(owner).toEqual({ name: 'app' });
});

it('dropping a database ends the connections to it, an administrator’s too', async () => {
  const database = await createDatabase(server);
  await withClient(database.url, async (client) => {
    await withClient(database.adminUrl!, async (admin) => {
      await database.drop();
      await expect(client.query('SELECT 1')).rejects.toThrow();
      await expect(admin.query('SELECT 1')).rejects.toThrow();
    });
  });
  await database.drop();
  await expect(queryRow(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});

it('dropping a template drops the copies that were left, and no other database', async () => {
  const [template, other] = [await createDatabase(server), await createDatabase(server)];
  const left = await createDatabase(server, { template: template.name });
  await withClient(left.url, () => template.drop());
  for (const { url } of [template, left]) {
    await expect(queryRow(url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  }
  expect(await queryRow(other.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

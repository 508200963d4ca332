import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { createTestPool } from './test-pool.js';
import { queryRow } from './testing/query-row.js';

const SLEEPING = `SELECT count(*)::int AS sleeping
                  FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;

const server = await startEmbeddedPostgres({ durable: true });
afterAll(() => server.stop());
await queryRow(server.url, 'CREATE TABLE kept (note text)');

it.each(['crash', 'shutDown'] as const)('every commit is there after %s', async (goAway) => {
  const { pool, close } = createTestPool(server.url, { max: 5 });
  await Promise.all(
    Array.from({ length: 5 }, () => pool.query('INSERT INTO kept VALUES ($1)', [goAway])),
  );

  await server[goAway]();
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await server.restart();

  const { rows } = await pool.query('SELECT count(*)::int FROM kept WHERE note = $1', [goAway]);
  expect(rows).toEqual([{ count: 5 }]);
  expect(await close()).toBe(0);
});

it('a running server restarts, and lists who is connected', async () => {
  const busy = queryRow(server.url, 'SELECT pg_sleep(60)');
  const told = expect(busy).rejects.toMatchObject({ code: '57P01' });
  await expect.poll(() => queryRow(server.adminUrl, SLEEPING)).toEqual({ sleeping: 1 });

  await server.restart();

  await told;
  expect(await queryRow(server.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

it('a crash in the middle of many writes leaves a server that starts again at once', async () => {
  const { pool, close } = createTestPool(server.url, { max: 10 });
  await pool.query('CREATE TABLE busy (n int)');
  const writes = Promise.allSettled(
    Array.from({ length: 2_000 }, (_, n) => pool.query('INSERT INTO busy VALUES ($1)', [n])),
  );
  await expect
    .poll(() => queryRow(server.url, 'SELECT count(*) > 100 AS many FROM busy'))
    .toEqual({ many: true });

  await server.crash();
  const acknowledged = (await writes).filter(({ status }) => status === 'fulfilled').length;
  await server.restart();

  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int FROM busy');
  expect(rows[0]!.count).toBeGreaterThanOrEqual(acknowledged);
  expect(await close()).toBe(0);
});

import { expect, inject, it } from 'vitest';
import type {} from './provided-postgres.js';
import { createTestPool } from './test-pool.js';
import { queryRow } from './testing/query-row.js';

it('a client that is never released is counted, and its end does no harm', async () => {
  const { url } = inject('stepwardPostgres');
  const { pool, close } = createTestPool(url, { application_name: 'leaky' }, 100);
  const client = await pool.connect();

  expect(await close()).toBe(1);

  const ended = new Promise((resolve) => client.once('end', resolve));
  await queryRow(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'leaky'`,
  );
  await ended;
});

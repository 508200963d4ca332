import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from './test-database.js';
import { queryRow } from './testing/query-row.js';

const database = await testDatabase();

it('gives pools on a database of this file alone', async () => {
  const [first, second] = [database.pool(), database.pool({ max: 1 })];
  await first.query('CREATE TABLE mine (n int)');
  await second.query('INSERT INTO mine VALUES (1)');
  expect(second.options.max).toBe(1);
  expect((await first.query('SELECT n FROM mine')).rows).toEqual([{ n: 1 }]);
});

describe('asked for inside a describe', async () => {
  // Hooks run last in, first out: this one comes after that of testDatabase.
  afterAll(async () => {
    expect(pools.map(({ ended }) => ended)).toEqual([true, true]);
    await expect(queryRow(own.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });
  const own = await testDatabase();
  const pools = [own.pool(), own.pool()] as const;

  it('is another database, which goes with the describe, as its pools do', async () => {
    expect(own.url).not.toBe(database.url);
    await Promise.all(pools.map((pool) => pool.query('SELECT 1')));
    await pools[0].end();
  });
});

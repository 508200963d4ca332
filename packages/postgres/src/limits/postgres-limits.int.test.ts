/** Counting requests in the table that `migrate` makes. */
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { createPostgresStorage, migrate, postgresLimits } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 4 });

const rule = { name: 'account:address', limit: 20, windowMs: 60_000 };

it('counts every one of parallel requests, over several connections', async () => {
  const counter = postgresLimits({ pool }).counter(rule);
  const counts = await Promise.all(Array.from({ length: 60 }, () => counter.count('parallel')));
  const served = counts.filter(({ exceeded }) => !exceeded).map(({ remaining }) => remaining);
  expect(served.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(counts.every(({ resetMs }) => resetMs > 0 && resetMs <= 60_000)).toBe(true);
});

it('goes on where another process stopped', async () => {
  await postgresLimits({ pool }).counter(rule).count('restart');
  const { remaining } = await postgresLimits({ pool }).counter(rule).count('restart');
  expect(remaining).toBe(18);
});

it('lets no request make a window longer', async () => {
  const counter = postgresLimits({ pool }).counter(rule);
  await counter.count('longer');
  await pool.query(
    `update stepward.request_limits set expire = expire - 30000 where key ~ 'longer'`,
  );
  expect((await counter.count('longer')).resetMs).toBeLessThanOrEqual(30_000);
});

it('begins a new window once the old one is over', async () => {
  const counter = postgresLimits({ pool }).counter(rule);
  await counter.count('over');
  await pool.query(`update stepward.request_limits set expire = 1 where key ~ 'over'`);
  const { exceeded, remaining, resetMs } = await counter.count('over');
  expect([exceeded, remaining, resetMs > 0]).toEqual([false, 19, true]);
});

it('counts a full bucket no further, and returns a wait of at most one window', async () => {
  await postgresLimits({ pool }).counter(rule).count('full');
  const far = `set points = 2147483647, expire = expire + 4000000000 where key ~ 'full'`;
  await pool.query(`update stepward.request_limits ${far}`);
  const counted = await postgresLimits({ pool }).counter(rule).count('full');
  expect(counted).toEqual({ exceeded: true, remaining: 0, resetMs: 60_000 });
});

it('keeps one table per schema, and two schemas share a connection', async () => {
  const one = database.pool({ max: 1 });
  const schemas = ['stepward', 'Zweite "Quelle"'];
  await migrate({ pool: one, schema: schemas[1]! });
  for (const schema of schemas) {
    const counter = postgresLimits({ pool: one, schema }).counter(rule);
    expect(await counter.count('schemas')).toMatchObject({ remaining: 19 });
  }
});

it('has its rows purged once their windows are over', async () => {
  const counter = postgresLimits({ pool }).counter(rule);
  for (const bucket of ['purged', 'kept']) await counter.count(bucket);
  await pool.query(`update stepward.request_limits set expire = 1 where key ~ 'purged'`);
  await createPostgresStorage({ pool }).purge({
    now: new Date(0),
    eventsUntil: new Date(0),
    deliveriesUntil: new Date(0),
  });
  const { rows } = await pool.query<{ key: string }>(
    `select key from stepward.request_limits where key ~ 'purged|kept'`,
  );
  expect(rows).toEqual([{ key: 'account:address:kept' }]);
});

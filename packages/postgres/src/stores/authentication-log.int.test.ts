/** How the authentication log is followed while other transactions are open, and where another server wrote its beginning. */
import { ok, type LogEntry } from '@stepward/core';
import { uuidv7 } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage, migrate } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 4 });
await migrate({ pool });
const storage = createPostgresStorage({ pool });
const { logs } = stepwardOver(storage);

beforeEach(() => truncateTables(pool));

const AT = new Date('2026-01-10T12:00:00Z');

function idNo(number: number): string {
  return uuidv7(AT, Buffer.from([...Array<number>(9).fill(0), number]));
}

function insert(number: number, more: Readonly<Record<string, string>> = {}): string {
  const values = { tenant_id: 'acme', entry_id: idNo(number), type: 'factor.verified', ...more };
  const times = { at: AT.toISOString(), retain_until: '2099-01-01' };
  const all = Object.entries({ ...values, ...times, actor_type: 'system', actor_id: 'test' });
  return `insert into stepward.authentication_entries (${all.map(([name]) => name).join(', ')})
    values (${all.map(([, value]) => `'${value}'`).join(', ')})`;
}

async function write(number: number): Promise<void> {
  const written = await storage.run({ tenantId: 'acme' }, async ({ transaction }) =>
    ok(await transaction.query(insert(number))),
  );
  expect(written.isOk()).toBe(true);
}

async function readAfter(number: number | null): Promise<readonly number[] | null> {
  const after = number === null ? null : idNo(number);
  const entries = await logs.read('acme', { log: 'authentication', after });
  return entries && entries.map(({ id }: LogEntry) => parseInt(id.slice(-2), 16));
}

/** Runs `work` beside a transaction that has begun to write, and then commits it. */
async function besideOpenTransaction(
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local stepward.tenant_id = 'acme'; select pg_current_xact_id()");
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

it('entries wait for each transaction that began to write before theirs, and none is passed over', async () => {
  await write(1);
  await expect.poll(() => readAfter(null)).toEqual([1]);
  await besideOpenTransaction(async (client) => {
    await write(3);
    expect(await readAfter(1)).toEqual([]);
    await client.query(insert(2));
    await write(4);
    expect(await readAfter(1)).toEqual([]);
  });
  await expect.poll(() => readAfter(1)).toEqual([2, 3, 4]);
  expect(await readAfter(3)).toEqual([4]);
});

it('a transaction that only reads holds nothing up', async () => {
  const client = await pool.connect();
  await client.query('begin isolation level repeatable read; select 1');
  await write(1);
  await expect.poll(() => readAfter(null)).toEqual([1]);
  await client.query('rollback');
  client.release();
});

it('entries that another server wrote come before its own, and a reader of theirs goes on with its own', async () => {
  await write(9);
  for (const number of [7, 8]) {
    const written_by = String(4_000_000_000_000 - number);
    await withoutTriggers(database.adminUrl, insert(number, { written_by }));
  }
  await expect.poll(() => readAfter(null)).toEqual([8, 7, 9]);
  await write(6);
  await expect.poll(() => readAfter(8)).toEqual([7, 9, 6]);
  expect(await readAfter(7)).toEqual([9, 6]);
  expect(await readAfter(9)).toEqual([6]);
});

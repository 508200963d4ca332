import { testDatabase } from '@stepward/dev-postgres';
import type { HostTransaction } from '@stepward/core';
import pg from 'pg';
import postgres from 'postgres';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const { events } = stepwardOver(createPostgresStorage({ pool }));
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
afterAll(() => Promise.all([client.end(), sql.end()]));

const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' };
const REFUSED = { error: { code: 'not_in_transaction' } };
const EMITTED = { value: { id: expect.any(String) } };

function emit(tx: HostTransaction) {
  return events.emit({ type: 'user.deleted', tenantId: 'acme', data }, { tx });
}

async function count(): Promise<number> {
  const everything = { type: null, organisationId: null, since: null, until: null };
  const page = { limit: 100, position: null };
  return (await events.list('acme', everything, page)).items.length;
}

/** A client that prepares each statement on the server and keeps it. */
const preparing: HostTransaction = {
  query: (text, values = []) => client.query({ name: `prepared ${text.length}`, text, values }),
};

const overPostgresJs = (tx: postgres.Sql | postgres.TransactionSql): HostTransaction => ({
  query: async (text, values = []) => ({ rows: await tx.unsafe(text, values as string[]) }),
});

describe('an event outside a transaction is refused, and nothing is stored', () => {
  beforeEach(async () => {
    await client.query('rollback');
  });

  it.each<[string, () => unknown]>([
    ['a pool', () => pool],
    ['a client before begin', () => client],
    ['a client that prepares its statements', () => preparing],
    ['postgres.js itself', () => overPostgresJs(sql)],
  ])('by %s, each time', async (_, handle) => {
    const before = await count();
    for (let time = 0; time < 3; time += 1) {
      expect(await emit(handle() as HostTransaction)).toMatchObject(REFUSED);
    }
    expect(await count()).toBe(before);
  });

  it.each(['commit', 'rollback'])('by a client after %s', async (end) => {
    await client.query('begin');
    await client.query(end);
    expect(await emit(preparing)).toMatchObject(REFUSED);
    expect(await emit(client)).toMatchObject(REFUSED);
  });
});

describe('an event inside a transaction is emitted', () => {
  beforeEach(async () => {
    await client.query('rollback');
  });

  it.each([
    ['begin', client],
    ['begin', preparing],
    ['begin isolation level serializable', client],
    ['begin; savepoint before_event', preparing],
    ['begin; select 1', client],
    ['start transaction; select txid_current()', preparing],
  ])('after %s', async (begin, handle) => {
    const before = await count();
    await client.query(begin);
    expect(await emit(handle)).toMatchObject(EMITTED);
    await client.query('commit');
    expect(await count()).toBe(before + 1);
  });

  it('where begin, the event and commit are sent without waiting for one another', async () => {
    const before = await count();
    const [, emitted] = await Promise.all([
      client.query('begin'),
      emit(client),
      Promise.resolve().then(() => client.query('select 1')),
    ]);
    await client.query('commit');
    expect(emitted).toMatchObject(EMITTED);
    expect(await count()).toBe(before + 1);
  });

  it('in a transaction of postgres.js, which prepares', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect(await sql.begin((tx) => emit(overPostgresJs(tx)))).toMatchObject(EMITTED);
    }
  });

  it('by several statements in one message, and inside a block or a function of the host', async () => {
    const [text, values] = await statementOf();
    const literals = values.map((value) => (value === null ? 'null' : `'${value as string}'`));
    const call = (id: string, outcome = 'null') =>
      text
        .replace(/\$(\d+)/g, (_, n: string) => (n === '2' ? `'${id}'` : literals[Number(n) - 1]!))
        .replace('null)', `${outcome})`);
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    const before = await count();

    const results = (await client.query(
      `begin; ${call(id(1))}; commit`,
    )) as unknown as readonly pg.QueryResult[];
    expect(results[1]!.rows).toEqual([{ outcome: 'appended' }]);

    await client.query(`begin;
      do $$ declare said text; begin ${call(id(2), 'said')}; end $$; commit`);
    await client.query(`create function emit_from_host() returns text language plpgsql
      as $$ declare said text; begin ${call(id(3), 'said')}; return said; end $$`);
    const { rows } = await client.query('select emit_from_host() as said');
    expect(rows).toEqual([{ said: 'appended' }]);
    expect(await count()).toBe(before + 3);
  });
});

/** The statement that an emit sends, and its values. */
async function statementOf(): Promise<[string, unknown[]]> {
  let sent: [string, unknown[]] | null = null;
  const emitted = await emit({
    query: (text, values = []) => {
      sent = [text, values];
      return Promise.resolve({ rows: [{ outcome: 'appended' }] });
    },
  });
  expect(emitted.isOk()).toBe(true);
  return sent!;
}

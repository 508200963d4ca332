import { type HostTransaction, ok } from '@stepward/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { EVENT, eventsOf } from '../test/samples.js';
import { watchedDatabase } from '../test/watched-database.js';
import { createSqliteStorage, type SqliteStorage } from './index.js';

/** A file with a table of the host. */
function hostWithTable() {
  const database = new Database(':memory:');
  database.exec('create table users (id text primary key)');
  const storage = createSqliteStorage({ database });
  const users = (): unknown[] =>
    database.prepare('select id from users order by rowid').pluck().all();
  return { database, storage, users };
}

const append = (storage: SqliteStorage, tx: HostTransaction) =>
  storage.appendEvent(tx, 'acme', EVENT);

it("an event commits with the host's change, whether that is made by the handle or the connection", async () => {
  const { database, storage, users } = hostWithTable();
  await storage.transaction(async (tx) => {
    const made = await tx.query('insert into users values ($1), ($2)', ['ada', 'grace']);
    expect(made).toEqual({ rows: [], rowCount: 2 });
    database.prepare('insert into users values (?)').run('edsger');
    expect((await tx.query('select count(*) as count from users')).rows).toEqual([{ count: 3 }]);
    expect(await append(storage, tx)).toBe('appended');
  });
  expect(users()).toEqual(['ada', 'grace', 'edsger']);
  expect(await eventsOf(storage)).toEqual([EVENT.event.id]);
});

it('a throw takes the event and the change back, and is thrown again', async () => {
  const { storage, users } = hostWithTable();
  const failure = new Error('from the host');
  const failing = storage.transaction(async (tx) => {
    await tx.query('insert into users values ($1)', ['ada']);
    await append(storage, tx);
    throw failure;
  });
  await expect(failing).rejects.toBe(failure);
  expect([users(), await eventsOf(storage)]).toEqual([[], []]);
});

it('an event in a transaction that has ended is not stored, and its statements are refused', async () => {
  const { storage } = hostWithTable();
  const ended = await storage.transaction(async (tx) => tx);
  expect(await append(storage, ended)).toBe('not_in_transaction');
  await expect(ended.query('select 1')).rejects.toThrow('this transaction has ended');

  await storage.transaction(async () => {
    expect(await append(storage, ended)).toBe('not_in_transaction');
  });
  expect(await eventsOf(storage)).toEqual([]);
});

it('an event in a transaction that the host has ended itself is not stored', async () => {
  const { database, storage } = hostWithTable();
  const ending = storage.transaction(async (tx) => {
    database.exec('rollback');
    return append(storage, tx);
  });
  await expect(ending).rejects.toThrow();
  expect(await eventsOf(storage)).toEqual([]);
});

it('a handle of another library is refused', async () => {
  const { storage } = hostWithTable();
  const tx = { query: async () => ({ rows: [] }) };
  await expect(append(storage, tx)).rejects.toThrow('tx is not a transaction of SQLite storage');
});

it("a host's directory joins the unit of work", async () => {
  const { storage, users } = hostWithTable();
  const joined = await storage.run({ tenantId: 'acme' }, async ({ transaction }) =>
    ok(await transaction.query('insert into users values ($1)', ['ada'])),
  );
  expect(joined._unsafeUnwrap()).toEqual({ rows: [], rowCount: 1 });
  expect(users()).toEqual(['ada']);
});

it("a host's statement is not kept, since their number has no bound", async () => {
  const database = watchedDatabase();
  const storage = createSqliteStorage({ database });
  const select = () => storage.transaction((tx) => tx.query('select 1'));
  await select();
  const before = database.prepared.length;
  await select();
  expect(database.prepared.slice(before)).toEqual(['select 1']);
});

it('stores are refused once their unit of work has ended', async () => {
  const { storage } = hostWithTable();
  const ended = await storage.run({ tenantId: 'acme' }, async (stores) => ok(stores));
  const { identities } = ended._unsafeUnwrap();
  await expect(identities.find('ada')).rejects.toThrow('this transaction has ended');
});

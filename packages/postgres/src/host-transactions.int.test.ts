import { systemCaller, type HostTransaction } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { stepwardOver } from '../test/stepward-over.js';
import { createPostgresStorage } from './index.js';

type Work = (tx: HostTransaction) => Promise<void>;

/** Runs work in a transaction of a host's, by the library that the host uses; a throw rolls it back. */
type InTransaction = (work: Work) => Promise<unknown>;

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
const stepward = stepwardOver(storage);
await pool.query('create table orders (id text primary key)');

const inPg: InTransaction = async (work) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

const postgresJs = postgres(database.url, { max: 1, onnotice: () => undefined });
afterAll(() => postgresJs.end());
const inPostgresJs: InTransaction = (work) =>
  postgresJs.begin((tx) =>
    work({
      async query(text, values = []) {
        const rows = await tx.unsafe(text, values as string[]);
        return { rows: [...rows], rowCount: rows.count };
      },
    }),
  );

const kysely = new Kysely({ dialect: new PostgresDialect({ pool: database.pool() }) });
const inKysely: InTransaction = (work) =>
  kysely.transaction().execute((tx) =>
    work({
      async query(text, values = []) {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
        return { rows, rowCount: rows.length };
      },
    }),
  );

const inDrizzle: InTransaction = (work) =>
  drizzle(pool).transaction((tx) =>
    work({
      query: (text, values = []) =>
        tx.execute(
          sql.join(
            text
              .split(/\$(\d+)/)
              .map((part, index) =>
                index % 2 === 1 ? sql.param(values[Number(part) - 1]) : sql.raw(part),
              ),
          ),
        ),
    }),
  );

describe.each<[library: string, inTransaction: InTransaction, tenantId: string]>([
  ['pg', inPg, 'pg'],
  ['postgres.js', inPostgresJs, 'postgres-js'],
  ['Kysely', inKysely, 'kysely'],
  ['Drizzle', inDrizzle, 'drizzle'],
])('in a transaction of %s', (library, inTransaction, tenantId) => {
  const emit = (tx: HostTransaction, idempotencyKey: string) => {
    const data = { id: "o'Neil \\ Köln 😀", deleted_at: '2026-01-01T00:00:00.000Z' };
    return stepward.events.emit({ type: 'user.deleted', tenantId, data, idempotencyKey }, { tx });
  };
  const order = (tx: HostTransaction, id: string) =>
    tx.query('insert into orders values ($1)', [`${library} ${id}`]);

  async function orders(): Promise<readonly unknown[]> {
    const found = await pool.query('select id from orders where id like $1', [`${library} %`]);
    await pool.query('delete from orders');
    return found.rows;
  }

  async function eventCount(): Promise<number> {
    const everything = { type: null, organisationId: null, since: null, until: null };
    const page = { limit: 100, position: null };
    return (await stepward.events.list(tenantId, everything, page)).items.length;
  }

  it('an event commits with the change of the host, once for its key, and reaches its subscribers', async () => {
    const input = { url: 'https://hooks.test/', event_types: ['user.*'] };
    const made = await stepward.subscribers.create(systemCaller(tenantId), input);
    const { subscriber } = made._unsafeUnwrap();
    const before = await eventCount();

    await inTransaction(async (tx) => {
      await order(tx, '1');
      expect(await emit(tx, 'key')).toMatchObject({ value: { isDuplicate: false } });
      expect(await emit(tx, 'key')).toMatchObject({ value: { isDuplicate: true } });
    });
    await inTransaction(async (tx) => {
      expect(await emit(tx, 'key')).toMatchObject({ value: { isDuplicate: true } });
    });

    expect(await orders()).toHaveLength(1);
    expect(await eventCount()).toBe(before + 1);
    const all = { status: null, since: null, until: null };
    const page = { limit: 100, position: null };
    const listed = await stepward.deliveries.list(tenantId, subscriber.id, all, page);
    expect(listed._unsafeUnwrap().items).toMatchObject([{ status: 'pending' }]);
  });

  it('a roll-back loses both, and the key is free again', async () => {
    const before = await eventCount();
    const failing = inTransaction(async (tx) => {
      await order(tx, '2');
      expect(await emit(tx, 'lost')).toMatchObject({ value: { isDuplicate: false } });
      throw new Error('the host changed its mind');
    });
    await expect(failing).rejects.toThrow('the host changed its mind');
    expect(await orders()).toEqual([]);
    expect(await eventCount()).toBe(before);

    await inTransaction(async (tx) => {
      expect(await emit(tx, 'lost')).toMatchObject({ value: { isDuplicate: false } });
    });
  });

  it('a refused event leaves the transaction as good as it was', async () => {
    await inTransaction(async (tx) => {
      const invalid = { type: 'user.deleted', tenantId, data: {} };
      const refused = await stepward.events.emitUnchecked(invalid, { tx });
      expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'event_invalid' });
      await order(tx, '3');
    });
    expect(await orders()).toHaveLength(1);
  });

  it('the event opens no tenant to the rest of the transaction', async () => {
    await inTransaction(async (tx) => {
      expect((await emit(tx, 'closed')).isOk()).toBe(true);
      const { rows } = await tx.query('select event_id from stepward.events');
      expect(rows).toEqual([]);
    });
  });
});

describe('the tenant that a connection is set to', () => {
  const setting = async (client: pg.PoolClient): Promise<unknown> => {
    const { rows } = await client.query<{ tenant: unknown }>(
      `select current_setting('stepward.tenant_id', true) as tenant`,
    );
    return rows[0]!.tenant;
  };
  const append = (client: pg.PoolClient, id: string, data = '{}') =>
    storage.appendEvent(
      client,
      'globex',
      { id, type: 'user.deleted', organisationId: null, data, emittedAt: new Date(0) },
      [],
    );
  const ID = '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21';

  it.each([
    ['for the transaction', 'set local', 'acme', ''],
    ['for the session', 'set', 'acme', 'acme'],
  ])('%s is the same after an event of another tenant', async (_, set, during, after) => {
    const client = await database.pool({ max: 1 }).connect();
    try {
      await client.query(`begin; ${set} stepward.tenant_id = 'acme'`);
      expect(await append(client, ID)).toBe(true);
      expect(await append(client, ID)).toBe(false);
      expect(await setting(client)).toBe(during);
      await client.query('delete from stepward.events');
      await client.query('commit');
      expect(await setting(client)).toBe(after);
      await client.query(`begin; set local stepward.tenant_id = 'globex';
        delete from stepward.events; commit`);
    } finally {
      client.release();
    }
  });

  it('is the same after an event that the database refuses within a savepoint', async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; set local stepward.tenant_id = 'acme'; savepoint before_event`);
      await expect(append(client, ID, 'zero \0')).rejects.toMatchObject({ code: '22021' });
      await client.query('rollback to before_event');
      await expect(append(client, 'no uuid')).rejects.toMatchObject({ code: '22P02' });
      await client.query('rollback to before_event');
      expect(await setting(client)).toBe('acme');
      expect(await append(client, ID)).toBe(true);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

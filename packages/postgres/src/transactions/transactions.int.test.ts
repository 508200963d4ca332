import type { HostTransaction } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostLibraries, USERS } from '../../test/host-libraries.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';

const TENANT = 'acme';

const database = await testDatabase();
const pool = database.pool();
const stepward = stepwardOver(createPostgresStorage({ pool }));
const libraries = hostLibraries(database.url, pool);
const adapters = libraries.filter(({ outsideTransaction }) => outsideTransaction !== null);

beforeAll(() => pool.query(USERS));

afterAll(() => Promise.all(libraries.map((library) => library.end())));

beforeEach(() => pool.query('delete from users'));

describe.each(libraries)('an event in a transaction of $name', (library) => {
  const emit = (tx: HostTransaction, idempotencyKey: string) => {
    const data = { id: "o'Neil \\ Köln ? $1 😀", deleted_at: '2026-01-01T00:00:00.000Z' };
    const event = { type: 'user.deleted' as const, tenantId: TENANT, data };
    return stepward.events.emit(
      { ...event, idempotencyKey: `${library.name} ${idempotencyKey}` },
      { tx },
    );
  };

  it('commits with the row of the host, once for its key', async () => {
    const before = await eventIds();
    await library.transaction(async (tx, insertUser) => {
      await insertUser('1');
      for (let time = 0; time < 2; time += 1) expect((await emit(tx, 'kept')).isOk()).toBe(true);
    });
    expect(await userIds()).toEqual(['1']);
    expect(await eventIds()).toHaveLength(before.length + 1);
  });

  it('rolls back with the row of the host, and its key is free again', async () => {
    const before = await eventIds();
    const failing = library.transaction(async (tx, insertUser) => {
      await insertUser('2');
      expect((await emit(tx, 'lost')).isOk()).toBe(true);
      throw new Error('the host changed its mind');
    });
    await expect(failing).rejects.toThrow('the host changed its mind');
    expect(await userIds()).toEqual([]);
    expect(await eventIds()).toEqual(before);
    await library.transaction(async (tx) => {
      expect((await emit(tx, 'lost')).isOk()).toBe(true);
    });
    expect(await eventIds()).toHaveLength(before.length + 1);
  });

  it('carries every parameter unchanged', async () => {
    await library.transaction(async (tx) => {
      const { rows } = await tx.query(
        `select $2 as words, string_to_array($3, ',') as list, $4::text::jsonb ? 'a' as holds,
          $4::text::jsonb = '{"a":[1]}' as json, $5::text is null as nothing, $6 = '' as blank,
          $1::text::timestamptz = '2026-01-01T00:00:00.123Z' as moment,
          $1::text::timestamptz = to_timestamp(0) as epoch, $2 as again`,
        ['2026-01-01T00:00:00.123Z', WORDS, '*,user.*', '{"a":[1]}', null, ''],
      );
      expect(rows).toEqual([
        {
          words: WORDS,
          list: ['*', 'user.*'],
          holds: true,
          json: true,
          nothing: true,
          blank: true,
          moment: true,
          epoch: false,
          again: WORDS,
        },
      ]);
    });
  });
});

it.each(adapters)('the adapter for $name refuses the handle outside a transaction', (adapter) => {
  expect(adapter.outsideTransaction).toThrow(/^from\w+ needs an open transaction: pass /);
});

const WORDS = `'quoted' "doubly" \\ back ? ?? \\? $1 :name {1,2} [1] 2026-01-01 Köln 😀\n`;

async function userIds(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from users');
  return rows.map(({ id }) => id);
}

async function eventIds(): Promise<readonly string[]> {
  const listed = await stepward.events.list(TENANT, {}, { limit: 100 });
  return listed.items.map(({ id }) => id);
}

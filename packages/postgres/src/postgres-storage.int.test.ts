import { err, ok, systemCaller } from '@stepward/core';
import type { Stores, UnitOfWorkScope } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { person, stepwardOver } from '../test/stepward-over.js';
import { createPostgresStorage, migrate } from './index.js';

/** The type's number in every Postgres. */
const TIMESTAMPTZ = 1184;

const database = await testDatabase();

it('a pool of one serves 50 parallel units of work', async () => {
  const storage = createPostgresStorage({
    pool: database.pool({ max: 1 }),
    maxLockWaiters: 50,
  });
  const scope = { tenantId: 'acme', lock: 'day' };
  const counts = await Promise.all(
    Array.from({ length: 50 }, () =>
      storage.run<number, never>(scope, async ({ policies }) => {
        const { overrides } = await policies.read('org-1');
        const gracePeriodMs = Number(overrides.gracePeriodMs ?? 0) + 1;
        await policies.writeOverrides('org-1', { gracePeriodMs }, null);
        return ok(gracePeriodMs);
      }),
    ),
  );
  const expected = Array.from({ length: 50 }, (_, index) => index + 1);
  expect(counts.map((count) => count.unwrapOr(0)).toSorted((a, b) => a - b)).toEqual(expected);
});

describe('two units of work', () => {
  const pool = database.pool({ max: 3 });
  const storage = createPostgresStorage({ pool });
  // As another process has it: within one, units of work with the same lock wait in memory.
  const another = createPostgresStorage({ pool });
  const elsewhere = createPostgresStorage({ pool, schema: 'elsewhere' });

  async function isOneWaiting(): Promise<boolean> {
    const { rowCount } = await pool.query(
      `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and not granted and datname = current_database()`,
    );
    return rowCount !== 0;
  }

  /** Whether the second is inside while the first still is; the first ends once the second is inside, or waits for a lock. */
  async function overlap(
    first: UnitOfWorkScope,
    second: UnitOfWorkScope,
    ofSecond = another,
  ): Promise<boolean> {
    let isSecondInside = false;
    const outcome = await storage.run(first, async () => {
      const running = ofSecond.run(second, async () => {
        isSecondInside = true;
        return ok(null);
      });
      while (!isSecondInside && !(await isOneWaiting()));
      return ok({ overlapped: isSecondInside, running });
    });
    const { overlapped, running } = outcome._unsafeUnwrap();
    expect((await running).isOk()).toBe(true);
    return overlapped;
  }

  const lock = 'identity:ada';
  it.each<[string, UnitOfWorkScope, UnitOfWorkScope, boolean]>([
    ['with the same lock never overlap', { tenantId: 'a', lock }, { tenantId: 'a', lock }, false],
    [
      'with different locks overlap',
      { tenantId: 'a', lock },
      { tenantId: 'a', lock: 'identity:bob' },
      true,
    ],
    [
      'with the same lock of different tenants overlap',
      { tenantId: 'a', lock },
      { tenantId: 'b', lock },
      true,
    ],
    ['without a lock overlap', { tenantId: 'a' }, { tenantId: 'a' }, true],
  ])('%s', async (_, first, second, expected) => {
    expect(await overlap(first, second)).toBe(expected);
  });

  it('with the same lock in different schemas overlap', async () => {
    await migrate({ pool, schema: 'elsewhere' });
    expect(await overlap({ tenantId: 'a', lock }, { tenantId: 'a', lock }, elsewhere)).toBe(true);
  });
});

it.each<[string, (stores: Stores) => Promise<unknown>]>([
  ['a failed statement that the work swallowed', swallowFailure],
  ['a throw', () => Promise.reject(new Error('from inside'))],
])('after %s the unit of work rejects, and nothing of it is stored', async (_, fail) => {
  const pool = database.pool({ max: 1 });
  const storage = createPostgresStorage({ pool });
  const running = storage.run({ tenantId: 'acme' }, async (stores) => {
    await stores.identities.put(person('never'), null);
    await fail(stores);
    return ok(null);
  });
  await expect(running).rejects.toThrow(/from inside|rolled back/);
  expect(await stepwardOver(storage).identities.find('acme', 'never')).toBeNull();
  expect(pool.totalCount).toBe(1);
});

async function swallowFailure({ transaction }: Stores): Promise<void> {
  await transaction.query('select 1 / 0').catch(() => undefined);
}

it('the transaction of a unit of work carries the writes of the host, and loses them on Err', async () => {
  const pool = database.pool();
  await pool.query('create table users (id text primary key)');
  const storage = createPostgresStorage({ pool });
  const insert = `insert into users values ($1)`;

  const kept = await storage.run({ tenantId: 'acme' }, async ({ transaction }) =>
    ok(await transaction.query(insert, ['kept'])),
  );
  const refused = await storage.run({ tenantId: 'acme' }, async ({ transaction }) => {
    await transaction.query(insert, ['lost']);
    return err('no');
  });

  expect(kept.isOk()).toBe(true);
  expect(refused._unsafeUnwrapErr()).toBe('no');
  expect((await pool.query('select id from users')).rows).toEqual([{ id: 'kept' }]);
});

it('a store that outlives its unit of work is refused, though its client is at work again', async () => {
  const pool = database.pool({ max: 1 });
  const storage = createPostgresStorage({ pool });
  const outlived = await storage.run<Stores, never>({ tenantId: 'acme' }, async (stores) =>
    ok(stores),
  );
  const running = storage.run({ tenantId: 'globex' }, async () =>
    ok(await outlived._unsafeUnwrap().policies.read(null)),
  );
  await expect(running).rejects.toThrow('this unit of work is over');
});

it('timestamps are read even where the host has its driver hand them out as text', async () => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(TIMESTAMPTZ, String);
  const pool = database.pool({ types });
  const storage = createPostgresStorage({ pool });
  const stepward = stepwardOver(storage);
  const caller = { tenantId: 'texts', identityId: 'ada', assurance: null };
  const sms = { enabled: true, mfaEnabled: true };
  expect((await stepward.tenants.configure(systemCaller('texts'), { sms })).isOk()).toBe(true);
  (await stepward.identities.put('texts', person('ada')))._unsafeUnwrap();
  expect((await stepward.enrolments.start(caller)).isOk()).toBe(true);
  const code = stepward.sms.lastCode('+14155552671');
  expect((await stepward.enrolments.verify(caller, code)).isOk()).toBe(true);
});

import { createFixedClock } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deduplicationContract, runCase } from '../../test/deduplication-contract.js';
import { gate, receiverOf, userDeleted } from '../../test/deliveries.js';
import {
  ClaimLostError,
  deduplicationTable,
  sqlDeduplication,
  type EventHandler,
} from '../index.js';

const FIRST = '0190f3a0-0000-7000-8000-000000000001';

const database = await testDatabase();
const pool = database.pool({ max: 10 });

beforeAll(async () => {
  await pool.query(`${deduplicationTable()} create table written (by text not null);`);
});

afterEach(async () => {
  await pool.query('truncate stepward_received_events, written');
});

/** A receiver as each process of a service has one, on the one database. */
function processOf(clock = createFixedClock()) {
  const store = sqlDeduplication(pool, { clock });
  return { ...receiverOf({ clock, deduplication: { store } }), clock };
}

const sendOnce = () => userDeleted({ idempotencyKey: FIRST });

async function written(): Promise<readonly unknown[]> {
  const { rows } = await pool.query<{ by: string }>('select by from written order by by');
  return rows.map(({ by }) => by);
}

/** Writes a row and confirms the event in one transaction. */
function transacting(
  by: string,
  before: (client: pg.PoolClient) => unknown = () => null,
): EventHandler {
  return async (_event, delivery) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into written values ($1)', [by]);
      await before(client);
      await delivery.confirm(sqlDeduplication(client, { clock: createFixedClock() }));
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

describe('on Postgres', () => {
  it.each(deduplicationContract)('$name', (each) =>
    runCase(each, (clock) => sqlDeduplication(pool, { clock })),
  );

  it('an event that 20 processes get at once is handled once', async () => {
    const deliveries = await Promise.all(Array.from({ length: 20 }, sendOnce));
    const answers = await Promise.all(
      deliveries.map((each, index) =>
        processOf().receiver.handle(each, async () => {
          await pool.query('insert into written values ($1)', [`process ${index}`]);
        }),
      ),
    );
    const types = answers.map(({ type }) => type);
    expect(types.filter((type) => type === 'handled')).toHaveLength(1);
    expect(types.filter((type) => type === 'busy' || type === 'duplicate')).toHaveLength(19);
    expect(await written()).toHaveLength(1);
  });

  it('a process that died between claim and confirmation is followed by another', async () => {
    const { receiver, clock } = processOf();
    expect((await receiver.receive(await sendOnce())).type).toBe('accepted');
    const next = processOf(clock).receiver;
    expect((await next.handle(await sendOnce(), () => undefined)).type).toBe('busy');
    clock.advance(60_000);
    expect((await next.handle(await sendOnce(), () => undefined)).type).toBe('handled');
    expect((await receiver.receive(await sendOnce())).type).toBe('duplicate');
  });

  it('deletes what has expired, and nothing else', async () => {
    const clock = createFixedClock();
    const store = sqlDeduplication(pool, { clock });
    await store.claim('lasting', 'a', 10);
    await store.confirm('lasting', 'a', 101);
    await store.claim('over', 'b', 100);
    clock.advance(100);
    await store.purge();
    const { rows } = await pool.query('select key from stepward_received_events');
    expect(rows).toEqual([{ key: 'lasting' }]);
  });

  it('has its table where the host wants it, and makes it twice without harm', async () => {
    await pool.query('create schema if not exists app');
    for (let time = 0; time < 2; time += 1) await pool.query(deduplicationTable('app.handled'));
    const store = sqlDeduplication(pool, { table: 'app.handled' });
    expect(await store.claim('key', 'a', 1_000)).toBe('claimed');
    const { rows } = await pool.query('select key, done from app.handled');
    expect(rows).toEqual([{ key: 'key', done: false }]);
  });

  it('takes keys and tables for what they are, not for SQL', async () => {
    const store = sqlDeduplication(pool);
    const key = `'; drop table stepward_received_events; --`;
    expect(await store.claim(key, key, 1_000)).toBe('claimed');
    expect(await store.claim(key, 'b', 1_000)).toBe('busy');
    expect(() => sqlDeduplication(pool, { table: 'a; drop table b' })).toThrow(TypeError);
  });
});

describe("in the handler's own transaction, the confirmation", () => {
  it('is committed with what the handler wrote', async () => {
    const { receiver } = processOf();
    expect((await receiver.handle(await sendOnce(), transacting('a'))).type).toBe('handled');
    expect((await receiver.handle(await sendOnce(), transacting('b'))).type).toBe('duplicate');
    expect(await written()).toEqual(['a']);
  });

  it('is rolled back with it', async () => {
    const { receiver } = processOf();
    const failing = transacting('a', () => Promise.reject(new Error('no luck')));
    expect((await receiver.handle(await sendOnce(), failing)).type).toBe('failed');
    expect((await receiver.handle(await sendOnce(), transacting('b'))).type).toBe('handled');
    expect(await written()).toEqual(['b']);
  });

  it('holds where the process dies right after the commit', async () => {
    const { receiver, clock } = processOf();
    const received = await receiver.receive(await sendOnce());
    if (received.type !== 'accepted') return expect.unreachable();
    await transacting('a')(received.event, {
      ...received.claim,
      unsubscribe: () => undefined,
      abort: () => undefined,
    });
    clock.advance(60_000);
    expect((await processOf(clock).receiver.receive(await sendOnce())).type).toBe('duplicate');
  });

  it('makes another delivery wait for it, which then knows', async () => {
    const { receiver } = processOf();
    const { opened, open } = gate();
    const confirmed = gate();
    const first = receiver.handle(await sendOnce(), async (event, delivery) => {
      await transacting('a')(event, {
        ...delivery,
        async confirm(store) {
          await delivery.confirm(store);
          confirmed.open();
          await opened;
        },
      });
    });
    await confirmed.opened;
    const second = receiver.receive(await sendOnce());
    await untilSomebodyWaits();
    open();
    expect([(await first).type, (await second).type]).toEqual(['handled', 'duplicate']);
  });

  it('undoes what a handler wrote after it had lost its lease', async () => {
    const { receiver, clock } = processOf();
    const slow = transacting('slow', async () => {
      clock.advance(60_000);
      const next = processOf(clock).receiver;
      expect((await next.handle(await sendOnce(), transacting('next'))).type).toBe('handled');
    });
    expect(await receiver.handle(await sendOnce(), slow)).toMatchObject({
      type: 'failed',
      error: expect.any(ClaimLostError),
    });
    expect(await written()).toEqual(['next']);
    expect((await receiver.receive(await sendOnce())).type).toBe('duplicate');
  });
});

/** Until a session of this database waits for a lock that another holds. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== 0) return;
  }
}

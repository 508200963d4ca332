import { randomUUID } from 'node:crypto';
import {
  ALL_SHARDS,
  handlerShard,
  type HeldShards,
  type HoldRequest,
} from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { listWaiting } from '@stepward/testing';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { createPausingPool } from '../../test/pausing-pool.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { untilBlockedBy } from '../../test/until-blocked-by.js';
import { emit } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';

const database = await testDatabase();
const pool = database.pool({ max: 20 });
const storage = createPostgresStorage({ pool });
const { queue } = storage;
const [ONE, OTHER] = [randomUUID(), randomUUID()];

beforeEach(() => truncateTables(pool));

function requestOf(worker: string, parts: Partial<HoldRequest> = {}): HoldRequest {
  const nothing = { release: [], oldestDueAt: null };
  return { worker, leaseMs: 60_000, takes: 'share', ...nothing, ...parts };
}

function hold(...asked: Parameters<typeof requestOf>): Promise<HeldShards> {
  return queue.hold(requestOf(...asked));
}

const shardsOf = ({ owned }: HeldShards) => owned.map(({ shard }) => shard);
const byNumber = (one: number, other: number) => one - other;

it('80 workers that come at once own each shard once between them, and some own none', async () => {
  const workers = Array.from({ length: 80 }, () => randomUUID());
  const first = await Promise.all(workers.map((worker) => hold(worker)));
  const taken = first.flatMap(({ owned }) => owned.map(({ shard, epoch }) => `${shard} ${epoch}`));
  expect(new Set(taken).size).toBe(taken.length);

  const shares = await Promise.all(workers.map((worker) => hold(worker)));
  const surplus = shares.map((held) => shardsOf(held).slice(held.fairShare));
  await Promise.all(workers.map((worker, index) => hold(worker, { release: surplus[index]! })));
  const settled = await Promise.all(workers.map((worker) => hold(worker)));
  expect(settled.filter(({ fairShare }) => fairShare === 1)).toHaveLength(64);
  expect(settled.flatMap(shardsOf).toSorted(byNumber)).toEqual(ALL_SHARDS);
});

it('a shard whose row was deleted is made again, in a later epoch than any before', async () => {
  const before = (await hold(ONE)).owned[7]!;
  await asQueue(pool, 'delete from stepward.shards where shard = 7');

  const after = (await hold(ONE)).owned.find(({ shard }) => shard === 7)!;

  expect(after.epoch).toBeGreaterThan(before.epoch);
});

it('a shard that its former owner is just writing to is passed over, and taken later', async () => {
  await emit(storage, 'acme', 1);
  const { owned } = await hold(ONE, { leaseMs: 0 });
  const { events } = await listWaiting(queue);
  const pausing = createPausingPool(pool);
  let meanwhile: readonly number[] = [];
  pausing.before('outbox_hold', async () => {
    meanwhile = shardsOf(await hold(OTHER));
  });

  const writing = createPostgresStorage({ pool: pausing }).queue;
  const limit = { events: 1, deliveries: 1 };
  const { lost } = await writing.dispatch({ worker: ONE, shards: owned }, events, limit);

  const written = events.map(({ shard }) => shard);
  expect(meanwhile).toEqual(ALL_SHARDS.filter((shard) => !written.includes(shard)));
  expect(lost).toEqual([]);
  expect(shardsOf(await hold(OTHER))).toEqual(ALL_SHARDS);
});

it('a worker takes no shard that another has taken since its statement began', async () => {
  // The shards have rows from now on, and the lease of ONE begins after the statement that waits.
  await hold(OTHER, { takes: 'none' });
  const slow = createInterceptingPool(pool, ({ name: _, ...query }, go) => {
    const wait = 'and (select pg_advisory_xact_lock(1)) is not null and not exists (';
    const text = query.text.replace('and not exists (', wait).replace(`'2s'`, '0');
    return go({ ...query, text });
  });
  const gate = await pool.connect();
  try {
    await gate.query('begin');
    const { rows } = await gate.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_advisory_xact_lock(1) as locked',
    );
    const taking = createPostgresStorage({ pool: slow }).queue.hold(requestOf(OTHER));
    await untilBlockedBy(rows[0]!.pid, pool);
    expect(shardsOf(await hold(ONE))).toEqual(ALL_SHARDS);
    await gate.query('commit');
    expect(shardsOf(await taking)).toEqual([]);
  } finally {
    gate.release();
  }
  expect(shardsOf(await hold(ONE))).toEqual(ALL_SHARDS);
});

it('leases end by the clock of the database, and workers that are long gone are forgotten', async () => {
  await hold(ONE);
  const ended = `update stepward.workers set lease_until = clock_timestamp() - $1::interval`;
  await asQueue(pool, ended, ['59 minutes']);
  await hold(OTHER);
  expect(await asQueue(pool, 'select from stepward.workers')).toHaveLength(2);

  await asQueue(pool, `${ended} where worker = $2`, ['61 minutes', ONE]);
  expect((await hold(OTHER)).fairShare).toBe(64);
  expect(await asQueue(pool, 'select from stepward.workers')).toHaveLength(1);
});

it('a worker that tells its handlers waits for no other one that is just telling them', async () => {
  const told = (events: readonly string[]) => ({ handlers: [{ name: 'mail', events }] });
  await hold(ONE, told(['mfa.*']));
  const telling = await pool.connect();
  try {
    await telling.query(BEGIN_MAINTENANCE);
    await telling.query(`update stepward.handlers set events = '{user.*}'`);
    expect(shardsOf(await hold(ONE, told(['*'])))).toContain(handlerShard('mail'));
    await telling.query('commit');
  } finally {
    telling.release();
  }
  const known = async () =>
    (await queue.queueState(new Date(), null)).handlers.map(({ events }) => events);
  expect(await known()).toEqual([['user.*']]);
  await hold(ONE, told(['*']));
  expect(await known()).toEqual([['*']]);
});

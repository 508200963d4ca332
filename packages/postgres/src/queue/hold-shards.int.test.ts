import { randomUUID } from 'node:crypto';
import {
  ALL_SHARDS,
  handlerShard,
  type HeldShards,
  type HoldRequest,
} from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { createPostgresStorage } from '../index.js';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';

const database = await testDatabase();
const pool = database.pool({ max: 20 });
const { queue } = createPostgresStorage({ pool });
const [ONE, OTHER] = [randomUUID(), randomUUID()];

beforeEach(() => truncateTables(pool));

function hold(worker: string, parts: Partial<HoldRequest> = {}): Promise<HeldShards> {
  const nothing = { release: [], oldestDueAt: null };
  return queue.hold({ worker, leaseMs: 60_000, takes: 'share', ...nothing, ...parts });
}

const shardsOf = ({ owned }: HeldShards) => owned.map(({ shard }) => shard);
const byNumber = (one: number, other: number) => one - other;

it('200 workers that come at once own each shard once between them, and some own none', async () => {
  const workers = Array.from({ length: 200 }, () => randomUUID());
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
  await hold(ONE, { leaseMs: 0 });
  const writing = await pool.connect();
  try {
    await writing.query(BEGIN_MAINTENANCE);
    await writing.query('select from stepward.shards where shard = 7 for share');
    expect(shardsOf(await hold(OTHER))).toEqual(ALL_SHARDS.filter((shard) => shard !== 7));
    await writing.query('rollback');
  } finally {
    writing.release();
  }
  expect(shardsOf(await hold(OTHER))).toContain(7);
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

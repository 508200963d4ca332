import { randomUUID } from 'node:crypto';
import type { HeldShards, HoldRequest } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 20 });
const { queue } = createPostgresStorage({ pool }).webhooks;

const LEASE_MS = 60_000;

function hold(worker: string, parts: Partial<HoldRequest> = {}): Promise<HeldShards> {
  const nothing = { release: [], oldestDueAt: null };
  return queue.hold({ worker, leaseMs: LEASE_MS, takes: 'share', ...nothing, ...parts });
}

/** Runs SQL over the tables that only the queue sees. */
async function asQueue(text: string, values: unknown[] = []): Promise<readonly unknown[]> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN_MAINTENANCE);
    const { rows } = await client.query(text, values);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

function endLease(worker: string): Promise<readonly unknown[]> {
  return asQueue(`update stepward.workers set lease_until = clock_timestamp() where worker = $1`, [
    worker,
  ]);
}

const shardsOf = ({ owned }: HeldShards) => owned.map(({ shard }) => shard);

beforeEach(async () => {
  await asQueue('delete from stepward.workers');
  await asQueue('update stepward.shards set owner = null');
});

it('200 workers that come at once own each shard once between them', async () => {
  const workers = Array.from({ length: 200 }, () => randomUUID());
  for (const _ of [1, 2, 3]) await Promise.all(workers.map((worker) => hold(worker)));

  const held = await Promise.all(workers.map((worker) => hold(worker)));

  const owned = held.flatMap(shardsOf);
  expect(owned.toSorted((one, other) => one - other)).toEqual([...Array(64).keys()]);
});

import { randomUUID } from 'node:crypto';
import type { Fence } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { listWaiting } from '@stepward/testing';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { createPausingPool, isNamed } from '../../test/pausing-pool.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { untilBlockedBy } from '../../test/until-blocked-by.js';
import { emit, inUnit, newEvent, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
const { queue } = storage;

beforeEach(() => truncateTables(pool));

async function own(): Promise<Fence> {
  const worker = randomUUID();
  const lease = { worker, leaseMs: 60_000, release: [], oldestDueAt: null };
  return { worker, shards: (await queue.hold({ ...lease, takes: 'share' })).owned };
}

const limitOf = (deliveries: number) => ({ events: 100, deliveries });

async function counts(): Promise<Readonly<Record<string, number>>> {
  const tables = ['outbox', 'events', 'pending_deliveries'];
  const selected = tables.map(
    (name) => `(select count(*)::integer from stepward.${name}) as ${name}`,
  );
  const [row] = await asQueue<Record<string, number>>(pool, `select ${selected.join(', ')}`);
  return row!;
}

it.each(['outbox_hold', 'outbox_addressed', 'outbox_queue', 'outbox_settle', 'commit'])(
  'a dispatch that fails at %s leaves everything as it was, and can be repeated',
  async (failing) => {
    await subscribe(storage, 'acme', 3);
    await emit(storage, 'acme', 2);
    const fence = await own();
    const { events } = await listWaiting(queue);
    const refusing = createInterceptingPool(pool, (query, go) =>
      isNamed(query, failing) ? Promise.reject(new Error('refused')) : go(query),
    );

    const refused = createPostgresStorage({ pool: refusing }).queue;
    await expect(refused.dispatch(fence, events, limitOf(100))).rejects.toThrow('refused');
    expect(await counts()).toEqual({ outbox: 2, events: 0, pending_deliveries: 0 });

    await queue.dispatch(fence, events, limitOf(100));
    expect(await counts()).toEqual({ outbox: 0, events: 2, pending_deliveries: 6 });
  },
);

it('two rows of one id in one transaction are one event, in whatever turn they are dispatched', async () => {
  await subscribe(storage, 'acme', 3);
  const event = newEvent();
  await inUnit(storage, 'acme', async ({ record }) => {
    for (const type of ['first', 'second']) {
      await record({
        entries: [],
        events: [{ event: { ...event, type }, patterns: ['*'], orderingKey: null }],
      });
    }
  });
  const fence = await own();
  let { events: left } = await listWaiting(queue);
  expect(left.length).toBeGreaterThan(0);
  for (let turn = 0; left.length > 0 && turn < 10; turn += 1) {
    left = (await queue.dispatch(fence, left, limitOf(2))).unfinished;
  }
  expect(await counts()).toEqual({ outbox: 0, events: 1, pending_deliveries: 3 });
});

it('an event goes on after the subscriber that it came to, though those before were deleted and others added', async () => {
  const subscribers = await subscribe(storage, 'acme', 10);
  await emit(storage, 'acme', 1);
  const fence = await own();
  const { events } = await listWaiting(queue);
  let { unfinished } = await queue.dispatch(fence, events, limitOf(4));
  const given = await asQueue<{ id: string }>(
    pool,
    'select subscriber_id as id from stepward.pending_deliveries',
  );
  await inUnit(storage, 'acme', async (stores) => {
    for (const { id } of given) await stores.subscribers.delete(id);
  });

  while (unfinished.length > 0)
    ({ unfinished } = await queue.dispatch(fence, unfinished, limitOf(4)));

  const all = await asQueue<{ id: string }>(
    pool,
    'select subscriber_id as id from stepward.pending_deliveries order by subscriber_id',
  );
  expect(all.map(({ id }) => id)).toEqual(subscribers.map(({ id }) => id).toSorted());
});

it('a dispatch that is sent again while the first one is running waits for it, and numbers nothing twice', async () => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  const fence = await own();
  const { events } = await listWaiting(queue);
  const pausing = createPausingPool(pool);
  const paused = createPostgresStorage({ pool: pausing }).queue;
  const dispatches: Promise<unknown>[] = [];
  pausing.before('commit', async (pid) => {
    dispatches.push(paused.dispatch(fence, events, limitOf(100)));
    await untilBlockedBy(pid, pool);
  });

  await paused.dispatch(fence, events, limitOf(100));
  await Promise.all(dispatches);
  await emit(storage, 'acme', 1);
  await queue.dispatch(fence, (await listWaiting(queue)).events, limitOf(100));

  const numbers = await asQueue<{ sequence: string }>(
    pool,
    'select sequence from stepward.pending_deliveries order by sequence',
  );
  expect(dispatches).toHaveLength(1);
  expect(numbers.map(({ sequence }) => Number(sequence))).toEqual([1, 2]);
});

it('no delivery in order waits for ever where its subscriber is deleted during the dispatch', async () => {
  const [subscriber] = await subscribe(storage, 'acme', 1, { ordering: 'key' });
  await emit(storage, 'acme', 2, randomUUID());
  const fence = await own();
  const pausing = createPausingPool(pool);
  pausing.before('outbox_queue', () =>
    inUnit(storage, 'acme', ({ subscribers }) => subscribers.delete(subscriber!.id)),
  );
  const { events } = await listWaiting(queue);
  await createPostgresStorage({ pool: pausing }).queue.dispatch(fence, events, limitOf(100));
  const pending = await asQueue<{ is_due: boolean; is_ordered: boolean }>(
    pool,
    'select due_at is not null as is_due, is_ordered from stepward.pending_deliveries',
  );
  expect(pending).toEqual(new Array(2).fill({ is_due: true, is_ordered: false }));
});

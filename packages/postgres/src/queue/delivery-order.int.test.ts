import { type Ordering, systemCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createTestWorker } from '@stepward/testing';
import { beforeEach, expect, it } from 'vitest';
import { createPausingPool } from '../../test/pausing-pool.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { asQueue } from '../../test/as-queue.js';
import { untilBlockedBy } from '../../test/until-blocked-by.js';
import { attempted, emit, inUnit, NOW, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

const KEY = '00000000-0000-4000-8000-000000000007';

const database = await testDatabase();
const pool = database.pool();
const pausing = createPausingPool(pool);
const storage = createPostgresStorage({ pool: pausing });
const { outbox, clock, subscribers } = stepwardOver(storage);
const worker = createTestWorker(outbox, clock);
clock.advance(NOW.getTime() - clock.now().getTime());

beforeEach(() => truncateTables(pool));

it('an event that is dispatched while the delivery before it ends comes due', async () => {
  await subscribe(storage, 'acme', 1, { ordering: 'key' });
  await emit(storage, 'acme', 1, KEY);
  const [first] = await worker.due();
  const fence = await worker.hold();
  await emit(storage, 'acme', 1, KEY);
  const dispatches: Promise<void>[] = [];
  pausing.before('commit', async (pid) => {
    const dispatching = worker.dispatch();
    dispatches.push(dispatching);
    await Promise.race([dispatching, untilBlockedBy(pid, pool)]);
  });

  const { stored } = await storage.queue.finish(fence, [attempted(first!.delivery, 'delivered')]);
  await Promise.all(dispatches);

  expect(stored).toEqual([true]);
  expect(await worker.due()).toHaveLength(1);
});

it.each([
  ['delivered', { pending: 0, ended: 1, attempts: 0 }],
  ['pending', { pending: 1, ended: 0, attempts: 1 }],
] as const)(
  'a result, %s, is stored whole while the subscriber begins to ask for an order',
  async (status, expected) => {
    const [subscriber] = await subscribe(storage, 'acme', 1);
    await emit(storage, 'acme', 1, KEY);
    const [first] = await worker.due();
    const fence = await worker.hold();
    const finishing: Promise<{ readonly stored: readonly boolean[] }>[] = [];
    pausing.before('commit', async (pid) => {
      finishing.push(storage.queue.finish(fence, [attempted(first!.delivery, status)]));
      await untilBlockedBy(pid, pool);
    });

    await inUnit(storage, 'acme', ({ deliveries }) => deliveries.order(subscriber!.id, 'key', NOW));

    expect(await Promise.all(finishing)).toMatchObject([{ stored: [true] }]);
    const counts = `select (select count(*)::integer from stepward.pending_deliveries) as pending,
      (select count(*)::integer from stepward.deliveries) as ended,
      (select coalesce(max(attempts), 0) from stepward.pending_deliveries) as attempts`;
    expect(await asQueue(pool, counts)).toEqual([expected]);
  },
);

/** A dispatch and a change of an order, of which the second begins before the first one commits. */
const RACES = [
  [
    'dispatched while the order of its subscriber is changed',
    async (change: () => Promise<void>) => {
      const changes: Promise<void>[] = [];
      pausing.before('outbox_queue', async (pid) => {
        const changing = change();
        changes.push(changing);
        await Promise.race([changing, untilBlockedBy(pid, pool)]);
      });
      await worker.dispatch();
      await Promise.all(changes);
    },
  ],
  [
    "first seen while a change of its subscriber's order is stored",
    async (change: () => Promise<void>) => {
      const dispatches: Promise<void>[] = [];
      pausing.before('commit', async (pid) => {
        const dispatching = worker.dispatch();
        dispatches.push(dispatching);
        await Promise.race([dispatching, untilBlockedBy(pid, pool)]);
      });
      await change();
      await Promise.all(dispatches);
    },
  ],
] as const;

it.each(RACES)('an event is waited for, %s to `key`', async (_, race) => {
  const [subscriber] = await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1, KEY);

  await race(() => changeOrder(subscriber!.id, 'key'));
  await emit(storage, 'acme', 1, KEY);

  expect(await worker.due()).toHaveLength(1);
});

it.each(RACES)('an event waits for no other, %s to `none`', async (_, race) => {
  const [subscriber] = await subscribe(storage, 'acme', 1, { ordering: 'key' });
  await emit(storage, 'acme', 1, KEY);
  await worker.dispatch();
  await emit(storage, 'acme', 1, KEY);

  await race(() => changeOrder(subscriber!.id, 'none'));

  expect(await worker.due()).toHaveLength(2);
});

async function changeOrder(subscriberId: string, ordering: Ordering): Promise<void> {
  const changed = await subscribers.change(systemCaller('acme'), subscriberId, { ordering });
  expect(changed.isOk()).toBe(true);
}

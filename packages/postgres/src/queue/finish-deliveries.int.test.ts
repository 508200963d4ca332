import { days, type DueAttempt, type MadeAttempt } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { createTestWorker } from '@stepward/testing';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { emit, NOW, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
const { outbox, clock } = stepwardOver(storage);
const worker = createTestWorker(outbox, clock);
clock.advance(NOW.getTime() - clock.now().getTime());
beforeEach(() => truncateTables(pool));

it('batches that name the same subscribers in every order are stored side by side', async () => {
  await subscribe(storage, 'acme', 10);
  await emit(storage, 'acme', 20);
  const due = await worker.due();
  const fence = await worker.hold();
  const batches = Array.from({ length: 8 }, (_, index) => {
    const batch = due.filter((__, place) => place % 8 === index).map(failed);
    return index % 2 === 0 ? batch : batch.toReversed();
  });

  await Promise.all(batches.map((batch) => outbox.finish(fence, batch)));

  expect(due).toHaveLength(200);
  expect(await attemptsOf('acme')).toEqual(Array(200).fill(1));
});

it('a batch that is sent again while the first one is being stored is stored once', async () => {
  await subscribe(storage, 'acme', 3);
  await emit(storage, 'acme', 5);
  const batch = (await worker.due()).map(failed);
  const fence = await worker.hold();

  await Promise.all([batch, batch.toReversed(), batch].map((each) => outbox.finish(fence, each)));

  expect(await attemptsOf('acme')).toEqual(Array(15).fill(1));
});

it('two subscribers whose deliveries have one id get a result each', async () => {
  await subscribe(storage, 'acme', 2);
  await emit(storage, 'acme', 1);
  await worker.dispatch();
  await asQueue(pool, `update stepward.pending_deliveries set delivery_id = event_id`);
  const batch = (await worker.due()).map(failed);

  await outbox.finish(await worker.hold(), batch);

  expect(await attemptsOf('acme')).toEqual([1, 1]);
});

it('a subscriber that a request holds keeps the results of others back for seconds, and not for as long as it is held', async () => {
  await subscribe(storage, 'acme', 1);
  await subscribe(storage, 'globex', 1);
  for (const tenantId of ['acme', 'globex']) await emit(storage, tenantId, 1);
  const both = (await worker.due()).map(failed);
  const fence = await worker.hold();
  const request = await pool.connect();
  try {
    await request.query(BEGIN_MAINTENANCE);
    await request.query(`select from stepward.subscribers where tenant_id = 'acme' for update`);
    await expect(outbox.finish(fence, both)).rejects.toThrow('waited too long for a lock');
    await outbox.finish(
      fence,
      both.filter(({ delivery }) => delivery.tenantId === 'globex'),
    );
    await request.query('rollback');
  } finally {
    request.release();
  }
  expect(await attemptsOf('globex')).toEqual([1]);
  expect(await attemptsOf('acme')).toEqual([0]);
});

it.each([
  ['for six days is to be disabled', '6 days', 0, ['disable_failing']],
  ['for an hour is not, though the clock of the worker is six days ahead', '1 hour', 6, []],
])('a subscriber that has failed %s', async (_, interval, daysAhead, actions) => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  const [attempt] = await worker.due();
  await asQueue(
    pool,
    `update stepward.subscribers set failing_since = clock_timestamp() - interval '${interval}'`,
  );
  const now = new Date(Date.now() + days(daysAhead));
  clock.advance(now.getTime() - clock.now().getTime());

  const fence = await worker.hold();
  const recorded = await outbox.finish(fence, [failed({ ...attempt!, startedAt: now })]);

  expect(recorded.actions.map(({ type }) => type)).toEqual(actions);
});

function failed(attempt: DueAttempt): MadeAttempt {
  const outcome = { type: 'failed', reason: 'timed_out' } as const;
  return { ...attempt, type: 'made', outcome, finishedAt: NOW, pause: null };
}

/** How many attempts each pending delivery of a tenant has had, where the log has as many. */
async function attemptsOf(tenantId: string): Promise<readonly number[]> {
  const rows = await asQueue<{ attempts: number }>(
    pool,
    `select attempts from stepward.pending_deliveries as delivery
     where tenant_id = $1 and attempts = (
       select count(*) from stepward.attempts
       where tenant_id = delivery.tenant_id and subscriber_id = delivery.subscriber_id
         and delivery_id = delivery.delivery_id
     )`,
    [tenantId],
  );
  return rows.map(({ attempts }) => attempts);
}

/** Many workers, and a spoilt table of owners: each delivery is still made, once. */
import { systemClock } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { expect, it, onTestFinished } from 'vitest';
import { tier } from '../harness/tier.js';
import { createCrashTenant, SUBSCRIBERS, type CrashTenant } from './crash/crash-host.js';
import { crashStepward } from './crash/crash-stepward.js';
import { faultsOf } from './crash/delivery-log.js';
import { inMaintenance } from './crash/in-maintenance.js';
import { LOOPBACK } from './harness/loopback.js';
import { openSink } from './harness/open-sink.js';

const WORKERS = tier === 'full' ? 200 : 70;
const EVENTS = 60;

const database = await testDatabase();
const pool = database.pool({ max: 20 });
const stepward = crashStepward(pool, systemClock);

/** Workers that have started; they stop with the test. */
function startWorkers(count: number): void {
  const sender = createWebhookSender({ targets: LOOPBACK });
  const workers = Array.from({ length: count }, () =>
    createDeliveryWorker({
      outbox: stepward.outbox,
      sender,
      wake: false,
      pollMs: 50,
      purgeMs: null,
    }),
  );
  for (const worker of workers) worker.start();
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await sender.close();
  });
}

async function expectEachOnce(tenant: CrashTenant, posts: number): Promise<void> {
  await expect.poll(tenant.isSettled).toBe(true);
  const log = await tenant.log();
  expect(log).toHaveLength(EVENTS * SUBSCRIBERS);
  expect(log.flatMap(faultsOf)).toEqual([]);
  expect(posts).toBe(EVENTS * SUBSCRIBERS);
}

it(`${String(WORKERS)} workers deliver each event once, though there are 64 shards`, async () => {
  const sink = await openSink();
  const tenant = await createCrashTenant(stepward, 'many-workers', sink);
  startWorkers(WORKERS);
  await tenant.emit(EVENTS, { refusals: false });
  await sink.until(EVENTS * SUBSCRIBERS);
  await expectEachOnce(tenant, sink.received.length);
});

it('workers go on where rows of the table of shards were deleted', async () => {
  const sink = await openSink();
  const tenant = await createCrashTenant(stepward, 'deleted-shards', sink);
  await inMaintenance(pool, 'delete from stepward.shards where shard % 2 = 0');
  startWorkers(2);
  await tenant.emit(EVENTS / 2, { refusals: false });
  await sink.until((EVENTS / 2) * SUBSCRIBERS);
  await inMaintenance(pool, 'delete from stepward.shards');
  await tenant.emit(EVENTS / 2, { refusals: false });
  await expect.poll(tenant.isSettled).toBe(true);
  const log = await tenant.log();
  expect(log).toHaveLength(EVENTS * SUBSCRIBERS);
  expect(log.flatMap(faultsOf)).toEqual([]);
});

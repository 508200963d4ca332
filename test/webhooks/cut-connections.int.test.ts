/** Between workers and Postgres stands a pooler that cuts every connection again and again: nothing is lost or recorded twice. */
import { systemClock } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { tier } from '../harness/tier.js';
import { createCrashTenant, SUBSCRIBERS } from './crash/crash-host.js';
import { crashStepward } from './crash/crash-stepward.js';
import { startCuttingProxy } from './crash/cutting-proxy.js';
import { faultsOf } from './crash/delivery-log.js';
import { LOOPBACK } from './harness/loopback.js';
import { openSink } from './harness/open-sink.js';

const CUTS = tier === 'full' ? 50 : 8;
const EVENTS = 20;

const database = await testDatabase();

it(`${String(CUTS)} cuts lose nothing`, async () => {
  const proxy = await startCuttingProxy(database.url);
  const pool = new pg.Pool({ connectionString: proxy.url, max: 4 });
  const ignore = (): void => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  const sink = await openSink();
  const sender = createWebhookSender({ targets: LOOPBACK });
  const { outbox } = crashStepward(pool, systemClock);
  const worker = createDeliveryWorker({ outbox, sender, pollMs: 10, purgeMs: null });
  onTestFinished(async () => {
    await worker.stop();
    await Promise.all([sender.close(), pool.end(), proxy.close()]);
  });

  // The host is not behind the pooler: each emit is known to be stored.
  const tenant = await createCrashTenant(
    crashStepward(database.pool({ max: 4 }), systemClock),
    'cut',
    sink,
  );
  worker.start();
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const before = sink.received.length;
    await tenant.emit(EVENTS, { refusals: false });
    await sink.until(before + EVENTS);
    proxy.cut();
  }

  await expect.poll(tenant.isSettled).toBe(true);
  const log = await tenant.log();
  expect(log).toHaveLength(CUTS * EVENTS * SUBSCRIBERS);
  expect(log.flatMap(faultsOf)).toEqual([]);
});

/** The backlog of a dead subscriber, beside healthy subscribers of other tenants. */
import { systemCaller, systemClock } from '@stepward/core';
import { subscriberShard } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { expect, it, onTestFinished } from 'vitest';
import { tier } from '../harness/tier.js';
import { crashStepward } from './crash/crash-stepward.js';
import { inMaintenance } from './crash/in-maintenance.js';
import { misbehaviours, openBadSink } from './harness/bad-sinks.js';
import { LOOPBACK } from './harness/loopback.js';
import { openSink } from './harness/open-sink.js';

const [BACKLOG, HEALTHY] = tier === 'full' ? [1_000_000, 5_000] : [20_000, 100];
const PER_SUBSCRIBER = 10;

const database = await testDatabase();
const pool = database.pool({ max: 8 });
const stepward = crashStepward(pool, systemClock);

async function subscribe(tenantId: string, url: string): Promise<string> {
  const created = await stepward.subscribers.create(systemCaller(tenantId), { url });
  return created._unsafeUnwrap().subscriber.id;
}

async function emit(tenantId: string): Promise<void> {
  const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' };
  (await stepward.events.emit({ tenantId, type: 'user.deleted', data }))._unsafeUnwrap();
}

/** Writes what so many events would have left: by the outbox it would take an hour. */
async function fillBacklog(tenantId: string, subscriberId: string): Promise<void> {
  const shard = String(subscriberShard(tenantId, subscriberId));
  await inMaintenance(
    pool,
    `with happened as (
       insert into stepward.events (tenant_id, event_id, type, data, emitted_at)
       select '${tenantId}', gen_random_uuid(), 'user.deleted', '{}', current_timestamp - n * interval '1 ms'
       from generate_series(1, ${String(BACKLOG)}) as n
       returning event_id, emitted_at
     )
     insert into stepward.pending_deliveries (tenant_id, subscriber_id, delivery_id, shard, event_id,
       event_type, is_first, is_late, attempts, due_at, created_at)
     select '${tenantId}', '${subscriberId}', gen_random_uuid(), ${shard}, event_id,
       'user.deleted', true, false, 0, emitted_at, emitted_at
     from happened`,
  );
}

it(`${String(BACKLOG)} deliveries to a subscriber that never answers hold up none of ${String(HEALTHY)} others`, async () => {
  const sender = createWebhookSender({ targets: LOOPBACK });
  const worker = createDeliveryWorker({ outbox: stepward.outbox, sender, purgeMs: null });
  // The sinks, which are opened later, hang up before.
  onTestFinished(async () => {
    await worker.stop();
    await sender.close();
  });
  const dead = await openBadSink(misbehaviours.hang);
  const sink = await openSink();
  await fillBacklog('dead', await subscribe('dead', dead.url));
  const tenants = Array.from({ length: HEALTHY }, (_, number) => `healthy-${String(number)}`);
  for (const tenantId of tenants) await subscribe(tenantId, sink.url);

  worker.start();
  await dead.until(PER_SUBSCRIBER);
  for (const tenantId of tenants) await emit(tenantId);

  await sink.until(HEALTHY);
  expect(sink.received).toHaveLength(HEALTHY);
});

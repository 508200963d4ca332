/**
 * Postgres is killed or restarted again and again while hosts emit and workers deliver: what was acknowledged is delivered, and
 * recorded once.
 */
import { systemCaller, systemClock, type Stepward } from '@stepward/core';
import { createSeededRandom } from '@stepward/testing';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import { migrate } from '@stepward/postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { crashStepward } from './crash/crash-stepward.js';
import { faultsOf, isSettled, readLog } from './crash/delivery-log.js';
import { startEmitter, type Emitter } from './crash/emitter.js';
import { createFacts } from './harness/facts.js';
import { LOOPBACK } from './harness/loopback.js';
import { accept, startSink } from './harness/sink.js';

const ENDS = 25;
const SUBSCRIBERS = 3;

/** Commits and POSTs between two ends, drawn again for each, to meet both sides at work. */
const BETWEEN = { least: 5, most: 30 };

/** Events that may be emitted before the first of them is delivered. While Postgres ends again and again, hosts emit faster. */
const AHEAD = 100;

const TENANT = 'acme';

const server = await startEmbeddedPostgres();
afterAll(() => server.stop());

/** One process of a host, as far as its database sees it. */
interface Process {
  readonly pool: pg.Pool;
  readonly stepward: Stepward;
}

function openProcess(): Process {
  const pool = new pg.Pool({ connectionString: server.url, max: 5 });
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  // `pool.end` does not wait for its sockets. The last of them may see the server stop.
  pool.on('connect', (client) => client.on('error', ignore));
  return { pool, stepward: crashStepward(pool, systemClock) };
}

async function subscribe({ stepward }: Process, url: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let count = 0; count < SUBSCRIBERS; count += 1) {
    const created = await stepward.subscribers.create(systemCaller(TENANT), { url });
    ids.push(created._unsafeUnwrap().subscriber.id);
  }
  return ids;
}

it('nothing that was acknowledged is lost, stuck or recorded twice', async () => {
  const facts = createFacts();
  const sink = await startSink((response, request, count) => {
    accept(response, request, count);
    facts.changed();
  });
  const processes = [1, 2, 3, 4].map(openProcess);
  const [first, second, third, fourth] = processes as [Process, Process, Process, Process];
  await migrate({ pool: first.pool });
  const subscriberIds = await subscribe(first, sink.url);

  const sender = createWebhookSender({ targets: LOOPBACK });
  const workers = [first, second].map(({ stepward: { outbox } }) =>
    createDeliveryWorker({ outbox, sender, pollMs: 10, purgeMs: null }),
  );
  for (const worker of workers) worker.start();
  const emitters: Emitter[] = [];
  const acknowledged = () => emitters.flatMap((emitter) => emitter.acknowledged);
  const isNear = () => acknowledged().length <= sink.received.length / SUBSCRIBERS + AHEAD;
  for (const { stepward, pool } of [third, fourth]) {
    const emitter = startEmitter({
      ...{ stepward, pool, tenantId: TENANT },
      next: () => facts.until(isNear),
      onAcknowledged: () => facts.changed(),
    });
    emitters.push(emitter);
  }

  const random = createSeededRandom();
  for (let end = 0; end < ENDS; end += 1) {
    const more = BETWEEN.least + random.integer(BETWEEN.most);
    const [commits, posts] = [acknowledged().length + more, sink.received.length + more];
    await facts.until(() => acknowledged().length >= commits && sink.received.length >= posts);
    if (random.integer(4) > 0) await server.crash();
    await server.restart();
  }
  await Promise.all(emitters.map((emitter) => emitter.stop()));

  await expect.poll(() => isSettled(first.stepward, TENANT, subscriberIds)).toBe(true);
  await Promise.all(workers.map((worker) => worker.stop()));

  const logs = subscriberIds.map((subscriberId) =>
    readLog(first.stepward, { tenantId: TENANT, subscriberId }, sink.received),
  );
  const deliveries = (await Promise.all(logs)).flat();
  expect(deliveries.flatMap(faultsOf)).toEqual([]);
  for (const id of acknowledged()) {
    const own = deliveries.filter(({ eventId }) => eventId === id);
    expect([id, own.length]).toEqual([id, SUBSCRIBERS]);
  }
  expect(acknowledged().length).toBeGreaterThanOrEqual(ENDS * BETWEEN.least);
  await Promise.all([sender.close(), sink.close(), ...processes.map(({ pool }) => pool.end())]);
});

/**
 * Postgres is killed again and again while hosts emit and workers deliver: what was acknowledged is
 * delivered, and the log knows of every POST.
 */
import { systemCaller, type Clock, type Stepward } from '@stepward/core';
import { ATTEMPT_LEASE_MS } from '@stepward/core/adapter';
import { createSeededRandom } from '@stepward/testing';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import { migrate } from '@stepward/postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { crashStepward } from './crash/crash-stepward.js';
import { faultsOf, hasPending, readLog } from './crash/delivery-log.js';
import { startEmitter } from './crash/emitter.js';
import { createMovingClock } from './crash/moving-clock.js';
import { createFacts } from './harness/facts.js';
import { LOOPBACK } from './harness/loopback.js';
import { accept, startSink } from './harness/sink.js';

const KILLS = 25;
const SUBSCRIBERS = 3;

/** Commits and POSTs between two kills, drawn again for each, so that they meet both sides at work. */
const BETWEEN_KILLS = { least: 5, most: 30 };

const TENANT = 'acme';

const server = await startEmbeddedPostgres();
afterAll(() => server.stop());

/** One process of a host, as far as its database sees it. */
interface Process {
  readonly pool: pg.Pool;
  readonly stepward: Stepward;
}

function openProcess(clock: Clock): Process {
  const pool = new pg.Pool({ connectionString: server.url, max: 5 });
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  // `pool.end` does not wait for its sockets, so that the last of them may see the server stop.
  pool.on('connect', (client) => client.on('error', ignore));
  return { pool, stepward: crashStepward(pool, clock) };
}

async function subscribe({ stepward }: Process, url: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let count = 0; count < SUBSCRIBERS; count += 1) {
    const created = await stepward.subscribers.create(systemCaller(TENANT), { url });
    ids.push(created._unsafeUnwrap().subscriber.id);
  }
  return ids;
}

it(
  'nothing that was acknowledged is lost, stuck or out of the log',
  { timeout: 90_000 },
  async () => {
    const facts = createFacts();
    const sink = await startSink((response, request, count) => {
      accept(response, request, count);
      facts.changed();
    });
    const clock = createMovingClock();
    const processes = [1, 2, 3, 4].map(() => openProcess(clock));
    const [first, second, third, fourth] = processes as [Process, Process, Process, Process];
    await migrate({ pool: first.pool });
    const subscriberIds = await subscribe(first, sink.url);

    const sender = createWebhookSender({ targets: LOOPBACK, clock });
    const workers = [first, second].map(({ stepward: { outbox } }) =>
      createDeliveryWorker({ outbox, sender, clock, pollMs: 10, purgeMs: null }),
    );
    for (const worker of workers) worker.start();
    const emitters = [third, fourth].map(({ stepward, pool }) =>
      startEmitter(stepward, pool, TENANT, () => facts.changed()),
    );
    const acknowledged = () => emitters.flatMap((emitter) => emitter.acknowledged);

    const random = createSeededRandom();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const more = BETWEEN_KILLS.least + random.integer(BETWEEN_KILLS.most);
      const [commits, posts] = [acknowledged().length + more, sink.received.length + more];
      await facts.until(() => acknowledged().length >= commits && sink.received.length >= posts);
      await server.crash();
      await server.restart();
    }
    await Promise.all(emitters.map((emitter) => emitter.stop()));

    // The lease of a claim whose commit was never answered has no owner, and is over now.
    clock.advance(ATTEMPT_LEASE_MS + 1_000);
    const subscribers = subscriberIds.map((subscriberId) => ({ tenantId: TENANT, subscriberId }));
    const pending = () =>
      Promise.all(subscribers.map((subscriber) => hasPending(first.stepward, subscriber)));
    await expect.poll(pending).toEqual(subscribers.map(() => false));
    await Promise.all(workers.map((worker) => worker.stop()));

    const logs = subscribers.map((subscriber) =>
      readLog(first.stepward, subscriber, sink.received),
    );
    const deliveries = (await Promise.all(logs)).flat();
    expect(deliveries.flatMap(faultsOf)).toEqual([]);
    for (const id of acknowledged()) {
      const own = deliveries.filter(({ eventId }) => eventId === id);
      expect([id, own.length]).toEqual([id, SUBSCRIBERS]);
    }
    expect(acknowledged().length).toBeGreaterThanOrEqual(KILLS * BETWEEN_KILLS.least);
    await Promise.all([sender.close(), sink.close(), ...processes.map(({ pool }) => pool.end())]);
  },
);

/**
 * Delivers, in a process of its own: as a worker, by a job queue, or by a bare loop of the same sender. Started by
 * `delivery-processes.ts`, with the database's URL and the cap of a subscriber's attempts at once; not imported.
 */
import { systemClock } from '@stepward/core';
import type { WebhookRequest } from '@stepward/core/adapter';
import { createDeliveryWorker, createWebhookSender, noMetrics } from '@stepward/webhooks';
import type { PoolClient } from 'pg';
import {
  CONCURRENCY,
  type DeliveryOrder,
  type DeliveryReport,
  type Engine,
} from './delivery-messages.js';
import {
  createGraphileDeliverer,
  createPgBossDeliverer,
  type Deliverer,
} from './job-deliverers.js';
import { createProgress } from './progress.js';
import { openPool, stepwardOver, TARGETS } from './webhook-world.js';

const [databaseUrl = '', perSubscriber = String(CONCURRENCY)] = process.argv.slice(2);
const CONNECTIONS = 4;
const pool = openPool(databaseUrl, CONNECTIONS);
let held: Promise<PoolClient>[] = [];
let offsetMs = 0;
const clock = {
  now: () => new Date(Date.now() + offsetMs),
  timeout: (ms: number) => systemClock.timeout(ms),
};
const sender = createWebhookSender({ targets: TARGETS });
const progress = createProgress((count) => tell({ type: 'delivered', count }));
let requests: readonly WebhookRequest[] = [];
/** Kept from round to round, so that none pays for its connections. */
const deliverers = new Map<Engine, Deliverer>();
let working: Deliverer | null = null;

process.on('disconnect', () => {
  process.exit();
});
process.on('message', (order: DeliveryOrder) => {
  carryOut(order).catch((error: unknown) => tell({ type: 'failed', reason: String(error) }));
});

function tell(report: DeliveryReport): void {
  process.send?.(report);
}

async function carryOut(order: DeliveryOrder): Promise<void> {
  switch (order.type) {
    case 'keep':
      requests = order.requests;
      break;
    case 'post':
      await postAll();
      break;
    case 'work':
      working = keptDeliverer(order.engine);
      await working.start();
      return;
    case 'stop':
      await working?.stop();
      break;
    case 'usage':
      break;
    case 'hold':
      // The worker may keep one of them for good, so that not all are to be had.
      held = Array.from({ length: CONNECTIONS }, () => pool.connect());
      break;
    case 'let go':
      for (const client of held) void client.then((each) => each.release());
      break;
    case 'set clock':
      ({ offsetMs } = order);
      break;
  }
  const { user, system } = process.cpuUsage();
  tell({ type: 'done', cpuMs: (user + system) / 1_000 });
}

async function postAll(): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let request = requests[next]; request !== undefined; request = requests[next]) {
      next += 1;
      const outcome = await sender.send(request);
      if (outcome.type === 'failed') throw new Error(outcome.reason);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
}

function keptDeliverer(engine: Engine): Deliverer {
  const deliverer = deliverers.get(engine) ?? createDeliverer(engine);
  deliverers.set(engine, deliverer);
  return deliverer;
}

function createDeliverer(engine: Engine): Deliverer {
  const jobs = { databaseUrl, sender, onDelivered: () => progress.add() };
  switch (engine) {
    case 'stepward':
      return createStepwardDeliverer();
    case 'pg-boss':
      return createPgBossDeliverer(jobs, { polls: false });
    case 'pg-boss work':
      return createPgBossDeliverer(jobs, { polls: true });
    case 'graphile-worker':
      return createGraphileDeliverer(jobs);
  }
}

function createStepwardDeliverer(): Deliverer {
  const metrics = {
    ...noMetrics,
    attempted({ result }: { readonly result: string }) {
      if (result === 'delivered') progress.add();
    },
  };
  const { outbox } = stepwardOver(pool, { clock });
  const worker = createDeliveryWorker({
    ...{ outbox, sender, concurrency: CONCURRENCY, metrics, clock },
    perSubscriber: Number(perSubscriber),
  });
  return {
    start() {
      worker.start();
      worker.wake();
      return Promise.resolve();
    },
    stop: () => worker.stop(),
  };
}

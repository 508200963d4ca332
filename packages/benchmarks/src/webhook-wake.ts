/**
 * From the commit of an event to the first byte of its POST at the receiver: the host, the worker and the receiver are processes of
 * their own. The time begins when the host sends its commit, so that it includes the commit's wait for the disk. One event at
 * a time with random gaps (target: 95 % within 15 ms, 99 % within 50), at 200 events a second (95 % within 60 ms), and at 800
 * (99 % within 100 ms), over 20 tenants with a subscriber each. Then the same without the wake, where the worker polls, and
 * with a job of graphile-worker, which notifies too, and of pg-boss, which polls, in place of the event.
 *
 * `EVENTS` sets how many events are emitted one at a time (2,000; without the wake a tenth), `SECONDS` how long the others last
 * (20). The most dead rows in Stepward's tables are printed, since `SECONDS=180` shows whether vacuum keeps up. The server looks for
 * tables to vacuum each second, as the page on monitoring advises for such rates.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { percentile, report } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import {
  startCountingReceiver,
  type CountingReceiver,
} from './webhooks/counting-receiver-process.js';
import { watchDeadRows } from './webhooks/dead-rows.js';
import { emitAtRate, emitOne, inTransaction, type OnEmitted } from './webhooks/emit.js';
import { createDeliveryJobs, type DeliveryJob, type JobQueue } from './webhooks/job-queues.js';
import { createLatencies } from './webhooks/latencies.js';
import { monotonicMs } from './webhooks/monotonic.js';
import { SECRET } from './webhooks/sample-delivery.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, type WebhookWorld } from './webhooks/webhook-world.js';
import { cpuMsOf, startWorkerProcess } from './webhooks/worker-process.js';

const EVENTS = Number(process.env['EVENTS'] ?? 2_000);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const GAP_MS = { least: 20, most: 80 };
const TENANTS = Array.from({ length: 20 }, (_, number) => `tenant-${String(number)}`);
const CONNECTIONS = 32;

/** The title and the events a second of each load; null is one at a time. */
const LOADS = [
  ['one at a time', null],
  ['200 a second', 200],
  ['800 a second', 800],
] as const;

/** Emits an event of a tenant in a transaction of the host's. */
type Emit = (tenantId: string, emitted: OnEmitted) => Promise<void>;

await measureEvents('Event with the wake', EVENTS, {});
// The other checkout may be from before the wake.
if (!process.env['BENCH_STEPWARD']) {
  await measureEvents('Event without the wake', EVENTS / 10, { wake: false });
  await measureJobs('graphile-worker', EVENTS);
  await measureJobs('pg-boss work', EVENTS / 10);
}

async function startServer(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query("alter system set autovacuum_naptime = '1s'");
  await admin.query('select pg_reload_conf()');
  await admin.end();
  return server;
}

async function measureEvents(
  title: string,
  events: number,
  options: { readonly wake?: boolean },
): Promise<void> {
  const world = await createWebhookWorld(CONNECTIONS, await startServer(), options);
  await measure(title, events, world, 'stepward', async (receiver) => {
    await world.subscribeEach(receiver.urlOf(0), TENANTS);
    return (tenantId, emitted) => emitOne(world, tenantId, emitted);
  });
}

async function measureJobs(engine: JobQueue, events: number): Promise<void> {
  const world = await createWebhookWorld(CONNECTIONS, await startServer());
  await measure(`Job of ${engine}`, events, world, engine, async (receiver) => {
    const jobs = await createDeliveryJobs(world.url, world.pool);
    return async (_, emitted) => {
      const job = newJob(receiver.urlOf(0));
      let commitAtMs = 0;
      await inTransaction(
        world.pool,
        (client) => jobs.send(engine, client, job),
        () => {
          commitAtMs = monotonicMs();
        },
      );
      emitted(job.envelope.idempotencyKey, commitAtMs);
    };
  });
}

function newJob(url: string): DeliveryJob {
  const [eventId, idempotencyKey] = [randomUUID(), randomUUID()];
  const data = sampleUser(1);
  const envelope = { eventType: 'user.created', eventId, idempotencyKey, data, source: 'bench' };
  return { url, secret: SECRET, envelope };
}

async function measure(
  title: string,
  events: number,
  world: WebhookWorld,
  engine: 'stepward' | JobQueue,
  prepare: (receiver: CountingReceiver) => Promise<Emit>,
): Promise<void> {
  const latencies = createLatencies();
  const receiver = await startCountingReceiver(latencies.arrive);
  const prepared = await prepare(receiver);
  const emit = (tenantId: string): Promise<void> => prepared(tenantId, latencies.emit);
  const worker = startWorkerProcess(world.url, engine);
  const cpu = { postgres: await postgresCpuOf(world.pool), worker: () => cpuMsOf(worker) };
  try {
    for (const [load, perSecond] of LOADS) {
      await emitAtRate(emit, { perSecond: perSecond ?? 50, seconds: 4, tenants: TENANTS });
      await latencies.take();
      const dead = watchDeadRows(world.pool);
      const [workerBefore, postgresBefore] = [await cpu.worker(), cpu.postgres() ?? NaN];
      const transactionsBefore = await countTransactions(world);
      if (perSecond === null) await emitOneByOne(emit, events);
      else await emitAtRate(emit, { perSecond, seconds: SECONDS, tenants: TENANTS });
      const taken = await latencies.take();
      dead.stop();
      const per1000 = (ms: number): string => `${(ms / taken.length).toFixed(2)} s`;
      report(`${title}, ${load}: from the commit to the receiver`, [
        ...[0.5, 0.95, 0.99].map((share) => percentileLine(taken, share)),
        ['events', String(taken.length)],
        ['most dead rows', engine === 'stepward' ? String(dead.most()) : ''],
        ['processor time of the worker, per 1,000', per1000((await cpu.worker()) - workerBefore)],
        ['that of Postgres', per1000((cpu.postgres() ?? NaN) - postgresBefore)],
        [
          'transactions for an event, with that of the host',
          (((await countTransactions(world)) - transactionsBefore) / taken.length).toFixed(1),
        ],
      ]);
    }
  } finally {
    worker.kill('SIGKILL');
    receiver.stop();
    await world.stop();
  }
}

async function emitOneByOne(
  emit: (tenantId: string) => Promise<void>,
  events: number,
): Promise<void> {
  for (let number = 0; number < events; number += 1) {
    await emit(TENANTS[number % TENANTS.length] ?? '');
    await sleep(GAP_MS.least + Math.random() * (GAP_MS.most - GAP_MS.least));
  }
}

/** Those that the database has counted; it counts a second late. */
async function countTransactions({ pool }: WebhookWorld): Promise<number> {
  await sleep(1_500);
  const { rows } = await pool.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count);
}

function percentileLine(taken: readonly number[], share: number): readonly [string, string] {
  return [`${String(100 * share)} %`, `${percentile(taken, share).toFixed(1)} ms`];
}

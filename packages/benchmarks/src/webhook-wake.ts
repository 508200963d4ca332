/**
 * From the commit of an event to the first byte of its POST at the receiver: the host, the worker and the receiver are processes of
 * their own. The time begins when the host sends its commit, so that it includes the commit's wait for the disk. One event at
 * a time with random gaps (target: 95 % within 15 ms, 99 % within 50), at 200 events a second (95 % within 60 ms), and at 800
 * (99 % within 100 ms), over 20 tenants with a subscriber each. Then the same without the wake, where the worker polls.
 *
 * `EVENTS` sets how many events are emitted one at a time (300), `SECONDS` how long the others last (20). The most dead rows in
 * Stepward's tables are printed, since `SECONDS=180` shows whether vacuum keeps up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, report } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { startCountingReceiver } from './webhooks/counting-receiver-process.js';
import { watchDeadRows } from './webhooks/dead-rows.js';
import { emitAtRate, emitOne, type OnEmitted } from './webhooks/emit.js';
import { createLatencies } from './webhooks/latencies.js';
import { createWebhookWorld, type WebhookWorld } from './webhooks/webhook-world.js';
import { cpuMsOf, startWorkerProcess } from './webhooks/worker-process.js';

const EVENTS = Number(process.env['EVENTS'] ?? 300);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const GAP_MS = { least: 20, most: 200 };
const TENANTS = Array.from({ length: 20 }, (_, number) => `tenant-${String(number)}`);
const CONNECTIONS = 32;

const LOADS = [
  ['one at a time', null],
  ['200 events a second', 200],
  ['800 events a second', 800],
] as const;

await measure('with the wake', {});
// The other checkout may be from before the wake.
if (!process.env['BENCH_STEPWARD']) await measure('without the wake', { wake: false });

async function measure(title: string, options: { readonly wake?: boolean }): Promise<void> {
  const world = await createWebhookWorld(CONNECTIONS, null, options);
  const latencies = createLatencies();
  const receiver = await startCountingReceiver(latencies.arrive);
  await world.subscribeEach(receiver.urlOf(0), TENANTS);
  const worker = startWorkerProcess(world.url);
  const cpu = { postgres: await postgresCpuOf(world.pool), worker: () => cpuMsOf(worker) };
  try {
    await emitAtRate(world, { perSecond: 50, seconds: 4, tenants: TENANTS }, latencies.emit);
    await latencies.take();
    for (const [load, perSecond] of LOADS) {
      const dead = watchDeadRows(world.pool);
      const [workerBefore, postgresBefore] = [await cpu.worker(), cpu.postgres() ?? NaN];
      const transactionsBefore = await countTransactions(world);
      if (perSecond === null) await emitOneByOne(world, latencies.emit);
      else {
        const pace = { perSecond, seconds: SECONDS, tenants: TENANTS };
        await emitAtRate(world, pace, latencies.emit);
      }
      const taken = await latencies.take();
      dead.stop();
      const per1000 = (ms: number): string => `${(ms / taken.length).toFixed(2)} s`;
      report(`Commit to receiver ${title}, ${load}`, [
        ...[0.5, 0.95, 0.99].map((share) => percentileLine(taken, share)),
        ['events', String(taken.length)],
        ['most dead rows', String(dead.most())],
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

async function emitOneByOne(world: WebhookWorld, emitted: OnEmitted): Promise<void> {
  for (let number = 0; number < EVENTS; number += 1) {
    await emitOne(world, TENANTS[number % TENANTS.length] ?? '', emitted);
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

/**
 * An event emitted inside a transaction of the host's (begin, the host's own insert, emit, commit) against the same transaction
 * with one bare insert of the same data in place of the emit; the target is 0.85 of its rate. One transaction at a time, and 16,
 * whose commits wait for the disk together. First beside a worker that dispatches the events, with the wake and without it; then
 * without a worker, for tenants with 0, 1, 10 and 100 subscribers, whose rates should be one. Beside it, a job of pg-boss and of
 * graphile-worker. Alternating rounds; this process is the host, Postgres and the worker run in their own.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stepward } from '@stepward/core';
import { alternate, rate, ratio, report } from './compare.js';
import { createHostTables, runTransactions, type Step } from './webhooks/host-transactions.js';
import { createGraphileStep, createPgBossStep } from './webhooks/job-queues.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, stepwardOver } from './webhooks/webhook-world.js';
import { startWorkerProcess } from './webhooks/worker-process.js';

const CONCURRENCY = 16;
const SUBSCRIBERS = [0, 1, 10, 100];

const world = await createWebhookWorld(CONCURRENCY);
const boss = await createPgBossStep(world.url);
try {
  await createHostTables(world.pool);
  const graphile = await createGraphileStep(world.url);
  for (const count of SUBSCRIBERS) {
    const tenants = Array.from({ length: count }, () => tenantWith(count));
    await world.subscribeEach('http://127.0.0.1:8080/', tenants);
  }
  const emits = SUBSCRIBERS.map(
    (count) => [`emit, ${String(count)} subscribers`, emitTo(count, world.stepward)] as const,
  );
  const jobs = [
    ['pg-boss send', boss.step],
    ['graphile-worker add_job', graphile],
  ] as const;

  await compareBesideWorker();
  await compare('1 at a time', [1, 500], emits.slice(1, 2));
  await compare('16 at a time', [CONCURRENCY, 2_000], emits);
  await compare('16 at a time, with a job', [CONCURRENCY, 2_000], jobs);
} finally {
  await boss.stop();
  await world.stop();
}

/** The tenant has no subscriber, so that the worker has hardly anything to do but to dispatch its events. */
async function compareBesideWorker(): Promise<void> {
  const worker = startWorkerProcess(world.url);
  // The other checkout may be from before the wake.
  const silent = process.env['BENCH_STEPWARD'] ? null : stepwardOver(world.pool, { wake: false });
  const sides = [
    ['emit', emitTo(0, world.stepward)] as const,
    ...(silent === null ? [] : [['emit, without the wake', emitTo(0, silent)] as const]),
  ];
  /** The worker has dispatched all before the next round begins. */
  const untilDispatched = async (): Promise<void> => {
    while ((await world.stepward.outbox.queueState()).lagMs > 0) await sleep(20);
  };
  await compare('1 at a time beside a worker', [1, 500], sides, untilDispatched);
  await compare('16 at a time beside a worker', [CONCURRENCY, 2_000], sides, untilDispatched);
  worker.kill('SIGKILL');
}

async function compare(
  title: string,
  [concurrency, count]: readonly [number, number],
  sides: readonly (readonly [string, Step])[],
  afterRound: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const round = (step: Step) => async (): Promise<number> => {
    const ms = await runTransactions(world.pool, { count, concurrency }, step);
    await afterRound();
    return ms;
  };
  const [bareMs, ...times] = await alternate(
    round(insertBare),
    ...sides.map(([, step]) => round(step)),
  );
  report(`Transactions, ${title}`, [
    ['bare insert', rate(count, bareMs, 'transactions')],
    ...sides.flatMap(([name], index): (readonly [string, string])[] => {
      const ms = times[index] ?? NaN;
      return [
        [name, rate(count, ms, 'transactions')],
        ['  ratio (target of emits 0.85)', ratio(bareMs, ms)],
      ];
    }),
  ]);
}

function tenantWith(subscribers: number): string {
  return `with-${String(subscribers)}`;
}

async function insertBare(...[client, number]: Parameters<Step>): Promise<void> {
  const values = [randomUUID(), 'user.created', JSON.stringify(sampleUser(number))];
  await client.query('insert into outbox (id, type, data) values ($1, $2, $3)', values);
}

function emitTo(subscribers: number, { events }: Pick<Stepward, 'events'>): Step {
  return async (client, number) => {
    const tenantId = tenantWith(subscribers);
    const event = { type: 'user.created', tenantId, data: sampleUser(number) } as const;
    const emitted = await events.emit(event, { tx: client });
    if (emitted.isErr()) throw new Error(emitted.error.code);
  };
}

/**
 * An event emitted inside a transaction of the host's (begin, the host's own insert, emit, commit) against the same transaction
 * with one bare insert of the same data in place of the emit; the target is 0.85 of its rate. One transaction at a time, and 16,
 * whose commits wait for the disk together. With the wake and without it, for tenants with 0, 1, 10 and 100
 * subscribers, whose rates should be one. Beside it, a job of pg-boss and of graphile-worker. Alternating rounds; this process
 * is the host, Postgres runs in its own.
 */
import { randomUUID } from 'node:crypto';
import type { Stepward } from '@stepward/core';
import { alternate, rate, ratio, report } from './compare.js';
import { createHostTables, runTransactions, type Step } from './webhooks/host-transactions.js';
import { createGraphileStep, createPgBossStep } from './webhooks/job-queues.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, stepwardOver } from './webhooks/webhook-world.js';

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
  // The other checkout may be from before the wake.
  const asleep = process.env['BENCH_STEPWARD'] ? null : stepwardOver(world.pool, { wake: false });
  const silent = asleep === null ? [] : [['emit, without the wake', emitTo(1, asleep)] as const];
  const jobs = [
    ['pg-boss send', boss.step],
    ['graphile-worker add_job', graphile],
  ] as const;

  await compare(1, 500, [...emits.slice(1, 2), ...silent]);
  await compare(CONCURRENCY, 2_000, [...emits, ...silent]);
  await compare(CONCURRENCY, 2_000, jobs);
} finally {
  await boss.stop();
  await world.stop();
}

/** No worker runs, so that no round is slowed by the work of the one before. */
async function compare(
  concurrency: number,
  count: number,
  sides: readonly (readonly [string, Step])[],
): Promise<void> {
  const round = (step: Step) => () => runTransactions(world.pool, { count, concurrency }, step);
  const [bareMs = NaN, ...times] = await alternate(
    round(insertBare),
    ...sides.map(([, step]) => round(step)),
  );
  report(`Transactions, ${String(concurrency)} at a time`, [
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

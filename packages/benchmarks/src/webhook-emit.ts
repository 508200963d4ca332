/**
 * An event emitted inside a transaction of the host's (begin, the host's own insert, emit, commit)
 * against the same transaction with one bare insert of the same data in place of the emit; the target is
 * 0.8 of its rate. For tenants with 0, 1, 10 and 100 subscribers, whose rates should be one. Beside it, a job of pg-boss
 * and of graphile-worker. 16 transactions at a time, alternating rounds; this process is the host, Postgres runs in its
 * own, and waits for the disk.
 */
import { randomUUID } from 'node:crypto';
import { systemCaller } from '@stepward/core';
import { alternate, rate, ratio, report } from './compare.js';
import { createHostTables, runTransactions, type Step } from './webhooks/host-transactions.js';
import { createGraphileStep, createPgBossStep } from './webhooks/job-queues.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld } from './webhooks/webhook-world.js';

const CONCURRENCY = 16;
const COUNT = 2_000;
const SUBSCRIBERS = [0, 1, 10, 100];

const world = await createWebhookWorld(CONCURRENCY);
const boss = await createPgBossStep(world.url);
try {
  await createHostTables(world.pool);
  const graphile = await createGraphileStep(world.url);
  for (const count of SUBSCRIBERS) await subscribe(count);
  const round = (step: Step) => async (): Promise<number> => {
    const ms = await runTransactions(world.pool, { count: COUNT, concurrency: CONCURRENCY }, step);
    // No worker runs, so that no round is slowed by the work of the one before.
    await world.pool.query('truncate outbox, stepward.outbox');
    return ms;
  };

  const [bareMs, ...emitMs] = await alternate(
    round(insertBare),
    ...SUBSCRIBERS.map((count) => round(emitTo(count))),
  );
  report('A transaction with an event in it', [
    ['bare insert', rate(COUNT, bareMs, 'transactions')],
    ...emitMs.flatMap((ms, index): (readonly [string, string])[] => [
      [`emit, ${String(SUBSCRIBERS[index])} subscribers`, rate(COUNT, ms, 'transactions')],
      ['ratio (target 0.8)', ratio(bareMs, ms)],
    ]),
  ]);
  const [bareAgainMs, bossMs, graphileMs] = await alternate(
    round(insertBare),
    round(boss.step),
    round(graphile),
  );
  report('A transaction with a job in it', [
    ['bare insert', rate(COUNT, bareAgainMs, 'transactions')],
    ['pg-boss send', rate(COUNT, bossMs, 'transactions')],
    ['ratio', ratio(bareAgainMs, bossMs)],
    ['graphile-worker add_job', rate(COUNT, graphileMs, 'transactions')],
    ['ratio', ratio(bareAgainMs, graphileMs)],
  ]);
} finally {
  await boss.stop();
  await world.stop();
}

function tenantWith(subscribers: number): string {
  return `with-${String(subscribers)}`;
}

async function subscribe(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const caller = systemCaller(tenantWith(count));
    const input = { url: `http://127.0.0.1:8080/${String(number)}` };
    const made = await world.stepward.subscribers.create(caller, input);
    if (made.isErr()) throw new Error(made.error.code);
  }
}

async function insertBare(...[client, number]: Parameters<Step>): Promise<void> {
  const values = [randomUUID(), 'user.created', JSON.stringify(sampleUser(number))];
  await client.query('insert into outbox (id, type, data) values ($1, $2, $3)', values);
}

function emitTo(subscribers: number): Step {
  return async (client, number) => {
    const tenantId = tenantWith(subscribers);
    const event = { type: 'user.created', tenantId, data: sampleUser(number) } as const;
    const emitted = await world.stepward.events.emit(event, { tx: client });
    if (emitted.isErr()) throw new Error(emitted.error.code);
  };
}

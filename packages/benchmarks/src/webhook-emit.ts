/**
 * An event emitted inside a transaction of the host's (begin, the host's own insert, emit, commit)
 * against the same transaction with one bare insert of the same data in place of the emit; the target is
 * 0.8 of its rate. With no subscriber, and with one that the event is queued for. Beside it, what the
 * same rows cost that are written by plain statements, and a job of pg-boss and of graphile-worker. 16 transactions at a time, alternating rounds; this
 * process is the host, Postgres runs in its own, and waits for the disk.
 */
import { randomUUID } from 'node:crypto';
import { alternate, rate, ratio, report } from './compare.js';
import { createHostTables, runTransactions, type Step } from './webhooks/host-transactions.js';
import { createGraphileStep, createPgBossStep } from './webhooks/job-queues.js';
import { writeRowsByHand } from './webhooks/rows-by-hand.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, TENANT } from './webhooks/webhook-world.js';

const CONCURRENCY = 16;
const COUNT = 2_000;

const world = await createWebhookWorld(CONCURRENCY);
const boss = await createPgBossStep(world.url);
try {
  await createHostTables(world.pool);
  const graphile = await createGraphileStep(world.url);
  const round = (step: Step) => () =>
    runTransactions(world.pool, { count: COUNT, concurrency: CONCURRENCY }, step);

  const [bareMs, emitMs, handMs] = await alternate(
    round(insertBare),
    round(emit),
    round(writeRowsByHand),
  );
  await world.subscribe('http://127.0.0.1:8080/');
  const [bareAgainMs, queuedMs, queuedHandMs, bossMs, graphileMs] = await alternate(
    round(insertBare),
    round(emit),
    round(writeRowsByHand),
    round(boss.step),
    round(graphile),
  );
  report('A transaction with an event in it', [
    ['bare insert', rate(COUNT, bareMs, 'transactions')],
    ['emit, no subscriber', rate(COUNT, emitMs, 'transactions')],
    ['ratio (target 0.8)', ratio(bareMs, emitMs)],
    ['same rows by hand', rate(COUNT, handMs, 'transactions')],
    ['ratio', ratio(bareMs, handMs)],
    ['bare insert, again', rate(COUNT, bareAgainMs, 'transactions')],
    ['emit, one subscriber', rate(COUNT, queuedMs, 'transactions')],
    ['ratio (target 0.8)', ratio(bareAgainMs, queuedMs)],
    ['same rows by hand', rate(COUNT, queuedHandMs, 'transactions')],
    ['ratio', ratio(bareAgainMs, queuedHandMs)],
    ['pg-boss send', rate(COUNT, bossMs, 'transactions')],
    ['ratio', ratio(bareAgainMs, bossMs)],
    ['graphile-worker add_job', rate(COUNT, graphileMs, 'transactions')],
    ['ratio', ratio(bareAgainMs, graphileMs)],
  ]);
} finally {
  await boss.stop();
  await world.stop();
}

async function insertBare(...[client, number]: Parameters<Step>): Promise<void> {
  const values = [randomUUID(), 'user.created', JSON.stringify(sampleUser(number))];
  await client.query('insert into outbox (id, type, data) values ($1, $2, $3)', values);
}

async function emit(...[client, number]: Parameters<Step>): Promise<void> {
  const event = { type: 'user.created', tenantId: TENANT, data: sampleUser(number) } as const;
  const emitted = await world.stepward.events.emit(event, { tx: client });
  if (emitted.isErr()) throw new Error(emitted.error.code);
}

/**
 * A worker's calls of the queue in a log of 5 million old deliveries against one of 10 thousand: time over time, target at
 * most 1.2. First with the statistics as they were when both logs had 10 thousand, then with fresh ones. The tenant has 10,000
 * subscribers, to whom the old deliveries went; the filters of 10 match the 300 events in the outbox, so that each claim dispatches
 * as well. Alternating rounds. Writing the 5 million takes some minutes. On the oldest and the newest Postgres, or on that of
 * `DATABASE_URL`.
 */
import { migrate, createPostgresStorage } from '@stepward/postgres';
import { systemCaller } from '@stepward/core';
import type { DeliveryQueue } from '@stepward/core/adapter';
import { hasBinaries, startEmbeddedPostgres, type PostgresServer } from '@stepward/dev-postgres';
import { alternate, ratio, report, type Round } from './compare.js';
import { CLAIMS, claimAndFinish, fill, type RoundTimes } from './webhooks/claim-rounds.js';
import { addOldDeliveries } from './webhooks/old-deliveries.js';
import { addOtherSubscribers } from './webhooks/other-subscribers.js';
import {
  createWebhookWorld,
  stepwardOver,
  TENANT,
  type WebhookWorld,
} from './webhooks/webhook-world.js';

const SUBSCRIBERS = 10_000;
/** Subscribers whose filters match the events of the rounds. */
const MATCHING = 10;
const PENDING = 3_000;
const FEW = 10_000;
const MANY = 5_000_000;

if (process.env['DATABASE_URL']) {
  await measure(null);
} else {
  for (const version of [15, 18] as const) {
    if (hasBinaries(version))
      await measure(await startEmbeddedPostgres({ version, durable: true }));
  }
}

/** @param server null for that of `DATABASE_URL` */
async function measure(server: PostgresServer | null): Promise<void> {
  const world = await createWebhookWorld(16, server);
  try {
    const { rows } = await world.pool.query<{ server_version: string }>('show server_version');
    const postgres = `Postgres ${rows[0]?.server_version ?? ''}`;
    const [few, many] = [await createLog(world, 'few'), await createLog(world, 'many')];
    await world.pool.query('analyze');
    await addOldDeliveries(world.pool, 'many', { from: FEW, to: MANY, perEvent: SUBSCRIBERS });
    await compare(`stale statistics, ${postgres}`, few, many);
    await world.pool.query('analyze');
    await compare(`fresh statistics, ${postgres}`, few, many);
  } finally {
    await world.stop();
  }
}

/** One log in a schema of its own. */
interface Log {
  readonly queue: DeliveryQueue;
  fill(missing: number): Promise<void>;
}

async function createLog({ pool }: WebhookWorld, schema: string): Promise<Log> {
  await migrate({ pool, schema });
  const stepward = stepwardOver(pool, schema);
  for (let number = 0; number < MATCHING; number += 1) {
    const input = { url: `http://127.0.0.1:8080/${String(number)}`, event_types: ['user.*'] };
    const created = await stepward.subscribers.create(systemCaller(TENANT), input);
    if (created.isErr()) throw new Error(created.error.code);
  }
  await addOtherSubscribers(pool, schema, SUBSCRIBERS - MATCHING);
  await addOldDeliveries(pool, schema, { from: 0, to: FEW, perEvent: SUBSCRIBERS });
  const log: Log = {
    queue: createPostgresStorage({ pool, schema }).webhooks.queue,
    fill: (missing) => fill(stepward, { missing, perEvent: MATCHING }),
  };
  await log.fill(PENDING);
  return log;
}

async function compare(title: string, few: Log, many: Log): Promise<void> {
  const lines: (readonly [string, string])[] = [];
  for (const part of ['claim', 'finish'] as const) {
    const [fewMs, manyMs] = await alternate(round(few, part), round(many, part));
    lines.push(
      [`${part}, ${FEW.toLocaleString('en')} old deliveries`, perCall(fewMs)],
      [`${part}, ${MANY.toLocaleString('en')} old deliveries`, perCall(manyMs)],
      ['time over time (target at most 1.2)', ratio(manyMs, fewMs)],
    );
  }
  report(`The queue's calls, with ${title}`, lines);
}

/** Leaves as many deliveries pending as it found. */
function round(log: Log, part: 'claim' | 'finish'): Round {
  const timeOf: Record<typeof part, (times: RoundTimes) => number> = {
    claim: ({ claimMs }) => claimMs,
    finish: ({ finishMs }) => finishMs,
  };
  return async () => {
    const times = await claimAndFinish(log.queue);
    await log.fill(times.claimed);
    return timeOf[part](times);
  };
}

function perCall(ms: number): string {
  return `${(ms / CLAIMS).toFixed(2)} ms`;
}

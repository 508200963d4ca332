/**
 * The calls of a worker (dispatch, read, open, finish) in a log of 5 million old deliveries against one of 10 thousand: time over
 * time, target at most 1.2. First with the statistics as they were when both logs had 10 thousand, then with fresh ones. The tenant has
 * 10,000 subscribers, to whom the old deliveries went; the filters of 10 match the 300 events of a round. The sender answers at once,
 * so that nothing but the calls takes time. Alternating rounds, on the oldest and the newest Postgres, or on that of
 * `DATABASE_URL`. Writing the 5 million takes some minutes; `OLD` sets another number.
 */
import { hasBinaries, startEmbeddedPostgres, type PostgresServer } from '@stepward/dev-postgres';
import { migrate } from '@stepward/postgres';
import { createDeliveryWorker, type DeliveryWorker } from '@stepward/webhooks';
import { alternate, ratio, report } from './compare.js';
import { emitTogether, type Host } from './webhooks/emit.js';
import { addOldDeliveries } from './webhooks/old-deliveries.js';
import { forEach } from './webhooks/for-each.js';
import {
  createWebhookWorld,
  stepwardOver,
  subscribe,
  TENANT,
  type WebhookWorld,
} from './webhooks/webhook-world.js';

const SUBSCRIBERS = 10_000;
/** Subscribers whose filters match the events of the rounds. */
const MATCHING = 10;
const EVENTS = 300;
const FEW = 10_000;
const MANY = Number(process.env['OLD'] ?? 5_000_000);
const URL = 'http://127.0.0.1:8080/';

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

/** One log in a schema of its own, and a worker over it. */
interface Log {
  readonly host: Host;
  readonly worker: DeliveryWorker;
}

async function createLog({ pool }: WebhookWorld, schema: string): Promise<Log> {
  await migrate({ pool, schema });
  const stepward = stepwardOver(pool, { schema });
  await forEach([...Array(SUBSCRIBERS).keys()], 8, (number) => {
    const eventType = number < MATCHING ? 'user.*' : 'session.*';
    return subscribe(stepward, { url: URL, tenantId: TENANT, eventType });
  });
  await addOldDeliveries(pool, schema, { from: 0, to: FEW, perEvent: SUBSCRIBERS });
  const sender = {
    send: () =>
      Promise.resolve({ type: 'answered', status: 204, retryAfter: null, body: '' } as const),
  };
  const worker = createDeliveryWorker({ outbox: stepward.outbox, sender, purgeMs: null });
  return { host: { pool, stepward }, worker };
}

async function compare(title: string, few: Log, many: Log): Promise<void> {
  const [fewMs, manyMs] = await alternate(
    () => deliver(few),
    () => deliver(many),
  );
  report(`A worker's calls, with ${title}`, [
    [`${FEW.toLocaleString('en')} old deliveries`, per1000(fewMs)],
    [`${MANY.toLocaleString('en')} old deliveries`, per1000(manyMs)],
    ['time over time (target at most 1.2)', ratio(manyMs, fewMs)],
  ]);
}

async function deliver({ host, worker }: Log): Promise<number> {
  await emitTogether(
    host,
    Array.from({ length: EVENTS }, () => TENANT),
  );
  const started = performance.now();
  await worker.runOnce();
  return performance.now() - started;
}

function per1000(ms: number): string {
  return `${((ms * 1_000) / (EVENTS * MATCHING)).toFixed(0)} ms for 1,000 deliveries`;
}

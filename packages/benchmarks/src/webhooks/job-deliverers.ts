/**
 * The same deliveries by job queues, one job for each delivery: sign, post, log a row. Each has the settings that suit it
 * best; the log of pg-boss is one statement for each batch, because its handler is given the batch.
 */
import { signEnvelope } from '@stepward/core/webhooks';
import type { WebhookSender } from '@stepward/core/adapter';
import { Logger, run, type Runner } from 'graphile-worker';
import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { CONCURRENCY } from './delivery-messages.js';
import { DELIVERIES_QUEUE, type DeliveryJob } from './job-queues.js';
import { openPool, TENANT } from './webhook-world.js';

/** Takes deliveries out of a queue until it is stopped; may be started again. */
export interface Deliverer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface JobOptions {
  readonly databaseUrl: string;
  readonly sender: WebhookSender;
  readonly onDelivered: () => void;
}

/** Loops that take a batch each, so that another posts while one waits for the database. */
const LOOPS = 4;

/**
 * pg-boss, either by `work`, whose loops begin a batch twice a second at most, or by `fetch` and `complete` in loops of the
 * host's own, which do not wait while there are jobs.
 */
export function createPgBossDeliverer(
  { databaseUrl, sender, onDelivered }: JobOptions,
  { polls }: { readonly polls: boolean },
): Deliverer {
  const pool = openPool(databaseUrl, 2 * LOOPS);
  const db = {
    executeSql: (text: string, values: unknown[]) => pool.query(text, values),
  };
  const boss = new PgBoss({ db, supervise: false, schedule: false, migrate: false });
  boss.on('error', (error) => {
    throw error;
  });
  const options = { batchSize: CONCURRENCY / LOOPS };
  let isStarted = false;
  let isStopping = false;
  let loops: Promise<void>[] = [];

  async function deliverAll(jobs: readonly PgBoss.Job<DeliveryJob>[]): Promise<void> {
    await logAttempts(pool, await Promise.all(jobs.map(({ data }) => attempt(sender, data))));
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const jobs = await boss.fetch<DeliveryJob>(DELIVERIES_QUEUE, options);
      if (jobs.length === 0) return;
      await deliverAll(jobs);
      await boss.complete(
        DELIVERIES_QUEUE,
        jobs.map(({ id }) => id),
      );
      jobs.forEach(onDelivered);
    }
  }

  return {
    async start() {
      if (!isStarted) await boss.start();
      isStarted = true;
      isStopping = false;
      if (!polls) {
        loops = Array.from({ length: LOOPS }, loop);
        return;
      }
      const polling = { batchSize: CONCURRENCY, pollingIntervalSeconds: 0.5 };
      for (let worker = 0; worker < LOOPS; worker += 1) {
        await boss.work<DeliveryJob>(DELIVERIES_QUEUE, polling, async (jobs) => {
          await deliverAll(jobs);
          jobs.forEach(onDelivered);
        });
      }
    },
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      if (polls) await boss.offWork(DELIVERIES_QUEUE);
    },
  };
}

/** graphile-worker with a local queue and batches of completions, as its manual advises for many short jobs. */
export function createGraphileDeliverer({
  databaseUrl,
  sender,
  onDelivered,
}: JobOptions): Deliverer {
  const pgPool = openPool(databaseUrl, 16);
  let runner: Runner | null = null;
  return {
    async start() {
      runner = await run({
        pgPool,
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
        preset: {
          worker: {
            concurrentJobs: CONCURRENCY,
            localQueue: { size: 2 * CONCURRENCY },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
        taskList: {
          async [DELIVERIES_QUEUE](payload) {
            await logAttempts(pgPool, [await attempt(sender, payload as DeliveryJob)]);
            onDelivered();
          },
        },
      });
    },
    async stop() {
      await runner?.stop();
    },
  };
}

/** A row of the log. */
interface LoggedAttempt {
  readonly deliveryId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number;
  readonly responseBody: string;
}

async function attempt(sender: WebhookSender, job: DeliveryJob): Promise<LoggedAttempt> {
  const { url, secret, envelope } = job;
  const startedAt = new Date();
  const signed = signEnvelope({ ...envelope, attempt: 1 }, [secret], startedAt);
  const outcome = await sender.send({ tenantId: TENANT, url, timeoutMs: 15_000, ...signed });
  if (outcome.type === 'failed') throw new Error(outcome.reason);
  return {
    deliveryId: envelope.eventId,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    statusCode: outcome.status,
    responseBody: outcome.body,
  };
}

async function logAttempts(pool: Pool, attempts: readonly LoggedAttempt[]): Promise<void> {
  await pool.query({
    name: 'log-attempts',
    text: `insert into job_attempts (delivery_id, number, started_at, duration_ms, status_code, response_body)
      select delivery_id, 1, started_at, duration_ms, status_code, response_body
      from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::text[])
        as made (delivery_id, started_at, duration_ms, status_code, response_body)`,
    values: [
      attempts.map(({ deliveryId }) => deliveryId),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ statusCode }) => statusCode),
      attempts.map(({ responseBody }) => responseBody),
    ],
  });
}

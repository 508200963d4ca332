import type { signEnvelope } from '@stepward/core/webhooks';
import { runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import PgBoss from 'pg-boss';
import { sampleUser } from './sample-user.js';
import type { Engine } from './delivery-messages.js';
import type { Step } from './host-transactions.js';

/** The step that sends a job by pg-boss, and how to end it. */
export async function createPgBossStep(
  url: string,
): Promise<{ readonly step: Step; stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('events');
  return {
    async step(client, number) {
      const id = await boss.send(
        'events',
        { type: 'user.created', data: sampleUser(number) },
        { db: databaseOf(client) },
      );
      if (id === null) throw new Error('pg-boss sent nothing');
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** The step that adds a job by graphile-worker's function, as its manual has it. */
export async function createGraphileStep(url: string): Promise<Step> {
  await runMigrations({ connectionString: url });
  return async (client, number) => {
    const payload = JSON.stringify({ type: 'user.created', data: sampleUser(number) });
    await client.query('select graphile_worker.add_job($1, $2::json)', ['events', payload]);
  };
}

/** The queue of jobs that are deliveries. */
export const DELIVERIES_QUEUE = 'deliveries';

/** A delivery as a job: all that its request is made of, so that nothing else has to be read. */
export interface DeliveryJob {
  readonly url: string;
  readonly secret: string;
  readonly envelope: Omit<Parameters<typeof signEnvelope>[0], 'attempt'>;
}

export type JobQueue = Exclude<Engine, 'stepward'>;

/** Fills both job queues, and empties their logs. */
export interface DeliveryJobs {
  /** Adds one in a transaction of the host's. */
  send(engine: JobQueue, client: PoolClient, job: DeliveryJob): Promise<void>;
  fill(engine: JobQueue, jobs: readonly DeliveryJob[]): Promise<void>;
  clear(): Promise<void>;
}

/** Jobs of one statement. */
const JOBS_AT_ONCE = 1_000;

export async function createDeliveryJobs(url: string, pool: Pool): Promise<DeliveryJobs> {
  await runMigrations({ connectionString: url });
  const boss = new PgBoss({ db: databaseOf(pool), supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(DELIVERIES_QUEUE);
  await pool.query(`
    create table job_attempts (delivery_id uuid not null, number int not null, started_at timestamptz not null,
      duration_ms int not null, status_code int not null, response_body text not null,
      primary key (delivery_id, number))`);
  return {
    async send(engine, client, job) {
      if (engine !== 'graphile-worker') {
        await boss.send(DELIVERIES_QUEUE, job, { db: databaseOf(client) });
      } else {
        await client.query('select graphile_worker.add_job($1, $2::json)', [
          DELIVERIES_QUEUE,
          JSON.stringify(job),
        ]);
      }
    },
    async fill(engine, jobs) {
      for (let first = 0; first < jobs.length; first += JOBS_AT_ONCE) {
        const some = jobs.slice(first, first + JOBS_AT_ONCE);
        if (engine !== 'graphile-worker') {
          await boss.insert(some.map((data) => ({ name: DELIVERIES_QUEUE, data })));
        } else {
          await pool.query(
            `select count(*) from graphile_worker.add_jobs(array(
               select row($1, payload, null, null, null, null, null, null)::graphile_worker.job_spec
               from unnest($2::json[]) as payload))`,
            [DELIVERIES_QUEUE, some.map((job) => JSON.stringify(job))],
          );
        }
      }
    },
    async clear() {
      await pool.query('truncate pgboss.job, job_attempts');
    },
  };
}

/** What pg-boss sends its statements by. */
function databaseOf(client: Pool | PoolClient): PgBoss.Db {
  return { executeSql: (text, values) => client.query(text, values) };
}

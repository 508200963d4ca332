import { createFixedClock, createSeededRandom } from '@stepward/testing';
import type { TestDatabase } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import type pg from 'pg';
import { expect } from 'vitest';
import { LOOPBACK } from '../harness/loopback.js';
import type { Sink } from '../harness/sink.js';
import type { DoomedWorkers } from './build-doomed-worker.js';
import { createCrashTenant, SUBSCRIBERS } from './crash-host.js';
import { crashStepward } from './crash-stepward.js';
import type { LoggedDelivery } from './delivery-log.js';
import { endLeases } from './end-leases.js';
import { workerSettings } from './settings.js';
import { DOOMED, type Step } from './steps.js';

const EVENTS = 5;

/** Longer than the first two delays of the schedule. */
const RETRY_OVER_MS = 6 * 60_000;

/** Where runs take place, one after the other. */
export interface CrashRig {
  /**
   * Emits a few events of a new tenant, lets a worker process die over them, and another worker finish. The seed says which
   * of the occurrences of the step kills.
   */
  kill(step: Step, seed: number): Promise<CrashRun>;
  /** The same with one that is frozen, and goes on when the other has finished; Linux alone. */
  freeze(step: Step, seed: number): Promise<CrashRun>;
  close(): Promise<void>;
}

/** The result of one run. */
export interface CrashRun {
  /** What ended the worker; null where it went on. */
  readonly signal: NodeJS.Signals | null;
  /** One for each event and subscriber, once another worker had done the rest. */
  readonly deliveries: readonly LoggedDelivery[];
}

export interface CrashRigOptions {
  /** A database of the rig's own: a worker delivers for all tenants that it finds. */
  readonly database: Pick<TestDatabase, 'url' | 'pool'>;
  readonly sink: Sink;
  readonly doomed: DoomedWorkers;
}

export function openCrashRig({ database, sink, doomed }: CrashRigOptions): CrashRig {
  const clock = createFixedClock();
  const pool = database.pool({ max: 4 });
  const stepward = crashStepward(pool, clock);
  const sender = createWebhookSender({ targets: LOOPBACK, clock });
  const heir = createDeliveryWorker({ ...workerSettings, outbox: stepward.outbox, sender, clock });

  async function begin(step: Step, seed: number) {
    const tenant = await createCrashTenant(stepward, `tenant-${String(seed)}`, sink);
    await tenant.emit(EVENTS);
    const nth = 1 + createSeededRandom(seed).integer(occurrencesOf(step));
    const now = clock.now().toISOString();
    return { tenant, doom: { databaseUrl: database.url, now, step, nth } };
  }

  async function inherit(): Promise<void> {
    await endLeases(pool);
    for (const ms of [0, RETRY_OVER_MS, RETRY_OVER_MS]) {
      clock.advance(ms);
      await heir.runOnce();
    }
  }

  return {
    async kill(step, seed) {
      const { tenant, doom } = await begin(step, seed);
      const signal = await doomed.run({ ...doom, signal: 'SIGKILL' });
      await expect.poll(() => leftBy(pool), { interval: 5 }).toBe(0);
      await inherit();
      return { signal, deliveries: await tenant.log() };
    },
    async freeze(step, seed) {
      const { tenant, doom } = await begin(step, seed);
      const frozen = await doomed.freeze({ ...doom, signal: 'SIGSTOP' });
      await inherit();
      await frozen.thaw();
      // One that froze in a transaction kept its shards until now.
      await inherit();
      return { signal: null, deliveries: await tenant.log() };
    },
    close: () => sender.close(),
  };
}

/** Connections of a dead worker that the server has not ended yet: their transactions hold rows for which the heir would wait. */
export async function leftBy(pool: pg.Pool): Promise<number | null> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = $1`,
    [DOOMED],
  );
  return rowCount;
}

/** How often a worker gets there at least, with so few in flight at once. */
function occurrencesOf(step: Step): number {
  if (step.startsWith('statement')) return 20;
  return step.startsWith('commit') ? 6 : EVENTS * SUBSCRIBERS - 2;
}

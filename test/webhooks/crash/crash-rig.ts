import { systemCaller, type Stepward } from '@stepward/core';
import { ATTEMPT_LEASE_MS } from '@stepward/core/adapter';
import { createFixedClock, createSeededRandom } from '@stepward/testing';
import type { TestDatabase } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import type pg from 'pg';
import { expect } from 'vitest';
import { LOOPBACK } from '../harness/loopback.js';
import type { Sink } from '../harness/sink.js';
import type { DoomedWorker } from './build-doomed-worker.js';
import { crashStepward } from './crash-stepward.js';
import { readLog, type LoggedDelivery } from './delivery-log.js';
import { workerSettings } from './settings.js';
import { DOOMED, type Step } from './steps.js';

const EVENTS = 5;
const SUBSCRIBERS = 2;

/** Longer than the first two delays of the schedule. */
const RETRY_OVER_MS = 6 * 60_000;

/** Where runs take place, one after the other. */
export interface CrashRig {
  run(step: Step, seed: number): Promise<CrashRun>;
  close(): Promise<void>;
}

/** The result of one run. */
export interface CrashRun {
  /** What ended the worker. */
  readonly signal: NodeJS.Signals | null;
  /** One for each event and subscriber, once another worker had done the rest. */
  readonly deliveries: readonly LoggedDelivery[];
}

export interface CrashRigOptions {
  /** A database of the rig's own: a worker delivers for all tenants that it finds. */
  readonly database: Pick<TestDatabase, 'url' | 'pool'>;
  readonly sink: Sink;
  readonly doomed: DoomedWorker;
}

export function openCrashRig({ database, sink, doomed }: CrashRigOptions): CrashRig {
  const clock = createFixedClock();
  const pool = database.pool({ max: 4 });
  const stepward = crashStepward(pool, clock);
  const sender = createWebhookSender({ targets: LOOPBACK, clock });
  const heir = createDeliveryWorker({ ...workerSettings, outbox: stepward.outbox, sender, clock });

  return {
    /**
     * Emits a few events of a tenant of its own, lets a worker die over them, and another finish. The seed
     * says which of the occurrences of the step kills.
     */
    async run(step, seed) {
      const tenantId = `tenant-${String(seed)}`;
      const subscriberIds = await subscribe(stepward, tenantId, sink);
      await emitAll(stepward, tenantId);

      const nth = 1 + createSeededRandom(seed).integer(occurrencesOf(step));
      const now = clock.now().toISOString();
      const signal = await doomed.run({ databaseUrl: database.url, now, step, nth });
      await expect.poll(() => leftBy(pool), { interval: 5, timeout: 20_000 }).toBe(0);
      for (const ms of [ATTEMPT_LEASE_MS, RETRY_OVER_MS, RETRY_OVER_MS]) {
        clock.advance(ms);
        await heir.runOnce();
      }
      const logs = subscriberIds.map((subscriberId) =>
        readLog(stepward, { tenantId, subscriberId }, sink.received),
      );
      return { signal, deliveries: (await Promise.all(logs)).flat() };
    },
    close: () => sender.close(),
  };
}

/**
 * Connections of a dead worker that the server has not ended yet. Their transactions hold rows and locks, which a claim
 * passes over, so the heir would find less to do than there is.
 */
async function leftBy(pool: pg.Pool): Promise<number | null> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = $1`,
    [DOOMED],
  );
  return rowCount;
}

/** How often a worker gets there at least, with so few in flight at once. */
function occurrencesOf(step: Step): number {
  return step.startsWith('claim') || step.startsWith('finish') ? 3 : EVENTS * SUBSCRIBERS - 2;
}

async function subscribe(
  { subscribers }: Stepward,
  tenantId: string,
  { url }: Sink,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let count = 1; count <= SUBSCRIBERS; count += 1) {
    const fields = { url: `${url}/${String(count)}` };
    const created = await subscribers.create(systemCaller(tenantId), fields);
    ids.push(created._unsafeUnwrap().subscriber.id);
  }
  return ids;
}

/** Every third is refused at first, so that retries are among what is lost and found. */
async function emitAll({ events }: Stepward, tenantId: string): Promise<void> {
  for (let count = 0; count < EVENTS; count += 1) {
    const id = `usr_${String(count)}${count % 3 === 0 ? '_fails' : ''}`;
    const data = { id, deleted_at: '2026-01-01T00:00:00Z' };
    (await events.emit({ tenantId, type: 'user.deleted', data }))._unsafeUnwrap();
  }
}

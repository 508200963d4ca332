import type { Logger } from '@stepward/core';
import {
  readWorkerOptions,
  type DeliverySettings,
  type DeliveryWorkerOptions,
} from './delivery-worker-options.js';
import { failSafeMetrics } from './webhook-metrics.js';
import { beginContinuousRun, type ContinuousRun } from './worker/continuous-run.js';
import { createDeliveryRun } from './worker/delivery-run.js';

/**
 * Delivers events. Any number of workers, in any number of processes, share the work: the subscribers are divided into 64 shards,
 * and each worker owns as many of them as the others. A handler is run by one of the workers that have it. Where tenants are
 * spread over several databases, each worker delivers from all of them, and one that cannot be used holds up no other.
 */
export interface DeliveryWorker {
  /** Delivers until it is stopped; keeps the process alive. A second call changes nothing. */
  start(): void;
  /** Looks for new events now; for a host that has just committed one, where the option `wake` is false. */
  wake(): void;
  /**
   * Starts nothing more, waits for the attempts in progress (15 seconds at most), for their results to be stored and for one
   * subscriber of each tenant that they disable, and resolves. The next 410 or failure disables the others. Other workers take
   * over at once. The worker may be started again.
   */
  stop(): Promise<void>;
  /**
   * Makes the attempts that are due now, disables the subscribers that answer 410 or fail for too long, and resolves; for
   * hosts that a scheduler calls, and for tests. It leaves alone what another worker owns.
   *
   * @throws what the database threw; of several databases, after the others were worked off
   */
  runOnce(): Promise<void>;
}

/**
 * Creates a worker; it does nothing until it is started.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const worker = createDeliveryWorker({ outbox: stepward.outbox, sender: createWebhookSender() });
 * worker.start();
 */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const databases = eachDatabase(readWorkerOptions(options));
  let current: readonly ContinuousRun[] | null = null;
  let isStarted = false;
  let stopped = Promise.resolve();

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      void stopped.then(() => {
        if (isStarted) current ??= databases.map((settings) => beginContinuousRun(settings));
      });
    },
    wake: () => current?.forEach((run) => run.wake()),
    async stop() {
      isStarted = false;
      if (current !== null) {
        stopped = Promise.all(current.map((run) => run.stop())).then(() => undefined);
      }
      current = null;
      await stopped;
    },
    async runOnce() {
      const ended = await Promise.allSettled(databases.map(runUntilNothingIsDue));
      const failed = ended.find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** One run for each database, so that none waits for another one. */
function eachDatabase(given: DeliverySettings): readonly DeliverySettings[] {
  const { outbox, metrics, logger } = given;
  if (outbox.databases === null) return [{ ...given, metrics: failSafeMetrics(metrics, given) }];
  return [...outbox.databases].map(([name, one]) => ({
    ...{ ...given, outbox: one, logger: naming(name, logger) },
    metrics: failSafeMetrics(metrics.ofDatabase?.(name) ?? metrics, given),
  }));
}

/** The lines of a logger, with the name of the database. */
function naming(database: string, logger: Logger): Logger {
  return {
    debug: (fields, message) => logger.debug({ database, ...fields }, message),
    info: (fields, message) => logger.info({ database, ...fields }, message),
    warn: (fields, message) => logger.warn({ database, ...fields }, message),
    error: (fields, message) => logger.error({ database, ...fields }, message),
  };
}

async function runUntilNothingIsDue(settings: DeliverySettings): Promise<void> {
  const run = createDeliveryRun(settings, 'free');
  run.hold();
  try {
    await run.untilNothingIsDue();
  } finally {
    await run.end();
  }
}

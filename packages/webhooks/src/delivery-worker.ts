import { readWorkerOptions, type DeliveryWorkerOptions } from './delivery-worker-options.js';
import { failSafeMetrics } from './webhook-metrics.js';
import { beginContinuousRun, type ContinuousRun } from './worker/continuous-run.js';
import { createDeliveryRun } from './worker/delivery-run.js';

/**
 * Delivers events. Any number of workers, in any number of processes, share the work: the subscribers are divided into 64 shards,
 * and each worker owns as many of them as the others. A handler is run by one of the workers that have it.
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
   * @throws what the database threw
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
  const given = readWorkerOptions(options);
  const settings = { ...given, metrics: failSafeMetrics(given.metrics, given) };
  let current: ContinuousRun | null = null;
  let isStarted = false;
  let stopped = Promise.resolve();

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      void stopped.then(() => {
        if (isStarted) current ??= beginContinuousRun(settings);
      });
    },
    wake: () => current?.wake(),
    async stop() {
      isStarted = false;
      if (current !== null) stopped = current.stop();
      current = null;
      await stopped;
    },
    async runOnce() {
      const run = createDeliveryRun(settings, 'free');
      run.hold();
      try {
        await run.untilNothingIsDue();
      } finally {
        await run.end();
      }
    },
  };
}

import { stderrLogger, systemClock, type Clock, type Logger } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isBoolean,
  isLogger,
  optional,
  required,
  type OptionRules,
  type OutboxService,
  type WebhookSender,
} from '@stepward/core/adapter';
import { failSafeMetrics, noMetrics, type WebhookMetrics } from './webhook-metrics.js';
import { beginContinuousRun, type ContinuousRun } from './worker/continuous-run.js';
import { createDeliveryRun } from './worker/delivery-run.js';

export interface DeliveryWorkerOptions {
  /** `stepward.outbox`, where `createStepward` was given the option `webhooks`. */
  readonly outbox: OutboxService;
  /** `createWebhookSender()`. */
  readonly sender: WebhookSender;
  /**
   * Attempts of this worker at once, over all subscribers; 256, 1 to 1,000. They are shared by tenant: one tenant alone may use
   * three quarters of them, and n busy ones leave 1/(3n + 1) free for the others.
   */
  readonly concurrency?: number;
  /**
   * Attempts to one subscriber at once; 10, 1 to 1,000. A dead subscriber takes up no more. Exact over all workers, as the two
   * options after it, for a subscriber has one worker at a time.
   */
  readonly perSubscriber?: number;
  /**
   * Attempts to one subscriber begun in a second; null, the default, for no limit; 1 to 1,000. What is over the limit waits,
   * and no attempt is counted.
   */
  readonly perSecond?: number | null;
  /**
   * Whether a subscriber that mostly fails is paused; false. At 10 attempts or more within 5 minutes, 70 % of them
   * failed, nothing is sent to it for 30 seconds, and then one attempt at a time until one succeeds. What waits meanwhile
   * counts no attempt, so its deliveries live longer than the schedule says.
   */
  readonly circuitBreaker?: boolean;
  /** Milliseconds between two polls for what is new; 1,000, 10 to 60,000. */
  readonly pollMs?: number;
  /**
   * Whether new events wake the worker, over one more connection to the database; true. Where that connection is lost, and where
   * it is false, polls find them.
   */
  readonly wake?: boolean;
  /** Milliseconds between two purges of expired data; an hour, at least a minute. Null if the host purges. */
  readonly purgeMs?: number | null;
  /** None by default. */
  readonly metrics?: WebhookMetrics;
  /** Warnings and errors go to standard error by default; `silentLogger` logs nothing. */
  readonly logger?: Logger;
  /** The machine's clock by default. */
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<DeliveryWorkerOptions> = {
  outbox: required(
    'the outbox of a createStepward that was given the option webhooks: { keys, targets }',
    isOutbox,
  ),
  sender: required('a webhook sender, for example createWebhookSender()', hasMethods('send')),
  concurrency: optional('an integer from 1 to 1000', isInteger(1, 1_000)),
  perSubscriber: optional('an integer from 1 to 1000', isInteger(1, 1_000)),
  perSecond: optional(
    'an integer from 1 to 1000, or null',
    (value) => value === null || isInteger(1, 1_000)(value),
  ),
  circuitBreaker: optional('true or false', isBoolean),
  pollMs: optional('an integer from 10 to 60000', isInteger(10, 60_000)),
  wake: optional('true or false', isBoolean),
  purgeMs: optional(
    'an integer of at least 60000, or null',
    (value) => value === null || isInteger(60_000, Number.MAX_SAFE_INTEGER)(value),
  ),
  metrics: optional(
    'an object with attempted, started and queueLag',
    hasMethods('attempted', 'started', 'queueLag'),
  ),
  logger: optional('a logger with debug, info, warn and error', isLogger),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
};

/**
 * Delivers events. Any number of workers, in any number of processes, share the work: the subscribers are divided into 64 shards,
 * and each worker owns as many of them as the others.
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
  checkOptions('createDeliveryWorker', options, OPTIONS);
  const { outbox, sender, logger = stderrLogger, clock = systemClock } = options;
  const { concurrency = 256, perSubscriber = 10, perSecond = null } = options;
  const { circuitBreaker = false, wake = true, pollMs = 1_000, purgeMs = 3_600_000 } = options;
  const metrics = failSafeMetrics(options.metrics ?? noMetrics, { clock, logger });
  const settings = {
    ...{ outbox, sender, concurrency, perSubscriber, perSecond, circuitBreaker },
    ...{ wake, pollMs, purgeMs, metrics, logger, clock },
  };
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

function isOutbox(value: unknown): boolean {
  return (
    hasMethods('open', 'finish', 'act', 'queueLag', 'purge')(value) &&
    (value as OutboxService).isConfigured
  );
}

function isInteger(min: number, max: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

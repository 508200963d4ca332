import { stderrLogger, systemClock, systemRandom, type Clock, type Logger } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isLogger,
  optional,
  required,
  type OptionRules,
  type OutboxService,
  type WebhookSender,
} from '@stepward/core/adapter';
import { createAttemptRunner } from './attempt-runner.js';
import { createMaintenance } from './maintenance.js';
import { createLatch } from './latch.js';
import { reasonOf } from './reason-of.js';
import { createResultWriter } from './result-writer.js';
import { noMetrics, type WebhookMetrics } from './webhook-metrics.js';

export interface DeliveryWorkerOptions {
  /** `stepward.outbox`. */
  readonly outbox: OutboxService;
  /** `createWebhookSender()`. */
  readonly sender: WebhookSender;
  /**
   * Attempts at once, over all subscribers; 256, 1 to 1,000. They are shared by tenant: one tenant alone may
   * have three quarters of them under way, and n busy ones leave 1/(3n + 1) free for the others.
   */
  readonly concurrency?: number;
  /** Attempts to one subscriber at once, over all workers; 10, 1 to 1,000. A dead subscriber takes up no more. */
  readonly perSubscriber?: number;
  /** Milliseconds between two polls for due deliveries; 1,000, 10 to 60,000. */
  readonly pollMs?: number;
  /** Milliseconds between two purges of what has expired; an hour, at least a minute. Null where the host purges. */
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
    'the outbox of createStepward',
    hasMethods('claim', 'finish', 'queueLag', 'purge'),
  ),
  sender: required('a webhook sender, for example createWebhookSender()', hasMethods('send')),
  concurrency: optional('an integer from 1 to 1000', isInteger(1, 1_000)),
  perSubscriber: optional('an integer from 1 to 1000', isInteger(1, 1_000)),
  pollMs: optional('an integer from 10 to 60000', isInteger(10, 60_000)),
  purgeMs: optional(
    'an integer of at least 60000, or null',
    (value) => value === null || isInteger(60_000, Number.MAX_SAFE_INTEGER)(value),
  ),
  metrics: optional(
    'an object with attempted, claimed and queueLag',
    hasMethods('attempted', 'claimed', 'queueLag'),
  ),
  logger: optional('a logger with debug, info, warn and error', isLogger),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
};

/** Delivers what is due. Any number of workers, in any number of processes, share the work. */
export interface DeliveryWorker {
  /** Starts delivering, until it is stopped; keeps the process alive. A second call changes nothing. */
  start(): void;
  /** Looks for due deliveries now; for a host that has just committed an event. */
  wake(): void;
  /**
   * Claims nothing more, waits for the attempts under way (15 seconds at most) and for their results to be
   * stored, and resolves. The worker may be started again.
   */
  stop(): Promise<void>;
  /** Delivers what is due now and resolves; for hosts that are called by a scheduler, and for tests. */
  runOnce(): Promise<void>;
}

/** Milliseconds for which a worker with little room waits for more. */
const GATHER_MS = 5;

/** Milliseconds between two measurements of the queue's lag. */
const MEASURE_MS = 15_000;

/**
 * Makes a worker; it does nothing until it is started.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const worker = createDeliveryWorker({ outbox: stepward.outbox, sender: createWebhookSender() });
 * worker.start();
 */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  checkOptions('createDeliveryWorker', options, OPTIONS);
  const { outbox, sender, metrics = noMetrics } = options;
  const { logger = stderrLogger, clock = systemClock } = options;
  const { concurrency = 256, perSubscriber = 10, pollMs = 1_000, purgeMs = 3_600_000 } = options;
  const enough = Math.ceil(concurrency / 2);

  const owner = systemRandom.uuid();
  const news = createLatch();
  const room = createLatch();
  const runner = createAttemptRunner({
    ...{ outbox, sender, metrics, clock, owner, concurrency, perSubscriber },
    writer: createResultWriter({ outbox, owner, clock, logger, retryMs: pollMs }),
    onAnswer: () => {
      room.open();
      // Of a busy worker a tenant may have as many under way as it may, so that now there is room for more.
      if (runner.free() <= enough) news.open();
    },
    onStored: () => {
      room.open();
      news.open();
    },
  });
  const measureLag = async (): Promise<void> => {
    metrics.queueLag(await outbox.queueLag());
  };
  const maintenance = createMaintenance(
    [
      { name: 'measure lag', everyMs: MEASURE_MS, run: measureLag },
      ...(purgeMs === null ? [] : [{ name: 'purge', everyMs: purgeMs, run: () => outbox.purge() }]),
    ],
    { clock, logger },
  );

  let running: Promise<void> | null = null;
  let isStopping = false;
  const goesOn = (): boolean => !isStopping;

  async function work(): Promise<void> {
    // Waiting for the next look does not keep a process alive, and without a worker nothing is delivered.
    const alive = setInterval(() => undefined, 2 ** 30);
    while (goesOn()) {
      maintenance.begin();
      await untilThereIsRoom();
      if (goesOn() && !(await beginOrReport())) await news.wait(clock.timeout(pollMs));
    }
    await Promise.all([runner.settled(), maintenance.settled()]);
    clearInterval(alive);
  }

  /** A claim costs the same for one delivery as for fifty, so it waits a few milliseconds for more room. */
  async function untilThereIsRoom(): Promise<void> {
    while (goesOn() && runner.free() === 0) await room.wait();
    if (runner.free() >= enough) return;
    const gathered = clock.timeout(GATHER_MS);
    while (goesOn() && runner.free() < enough && !gathered.aborted) await room.wait(gathered);
  }

  /** While the database is away, the claim is tried again at each poll. */
  async function beginOrReport(): Promise<boolean> {
    try {
      const { hasMore } = await runner.begin();
      return hasMore;
    } catch (thrown) {
      logger.warn({ owner, reason: reasonOf(thrown) }, 'due deliveries cannot be claimed');
      return false;
    }
  }

  async function beginAll(): Promise<number> {
    let total = 0;
    for (let hasMore = true; hasMore && runner.free() > 0;) {
      const begun = await runner.begin();
      total += begun.count;
      hasMore = begun.hasMore;
    }
    return total;
  }

  return {
    start() {
      if (running !== null) return;
      isStopping = false;
      running = work();
    },
    wake: () => news.open(),
    async stop() {
      isStopping = true;
      news.open();
      room.open();
      await running;
      running = null;
    },
    async runOnce() {
      while ((await beginAll()) > 0) await runner.settled();
    },
  };
}

function isInteger(min: number, max: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

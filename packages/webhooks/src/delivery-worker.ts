import { stderrLogger, systemClock, systemRandom, type Clock, type Logger } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isBoolean,
  isLogger,
  oncePerMinute,
  optional,
  required,
  type OptionRules,
  type OutboxService,
  type WebhookSender,
} from '@stepward/core/adapter';
import { createActionRunner } from './action-runner.js';
import { createAttemptRunner } from './attempt-runner.js';
import { createMaintenance } from './maintenance.js';
import { createLagMeter } from './lag-meter.js';
import { createLatch } from './latch.js';
import { reasonOf } from './reason-of.js';
import { createResultWriter } from './result-writer.js';
import { failSafeMetrics, noMetrics, type WebhookMetrics } from './webhook-metrics.js';

export interface DeliveryWorkerOptions {
  /** `stepward.outbox`, where `createStepward` was given the option `webhooks`. */
  readonly outbox: OutboxService;
  /** `createWebhookSender()`. */
  readonly sender: WebhookSender;
  /**
   * Attempts at once, over all subscribers; 256, 1 to 1,000. They are shared by tenant: one tenant alone may use
   * three quarters of them, and n busy ones leave 1/(3n + 1) free for the others.
   */
  readonly concurrency?: number;
  /** Attempts to one subscriber at once, over all workers; 10, 1 to 1,000. A dead subscriber takes up no more. */
  readonly perSubscriber?: number;
  /**
   * Attempts to one subscriber begun in a second, over all workers; null, the default, for no limit; 1 to 1,000. What is
   * over the limit waits, and no attempt is counted.
   */
  readonly perSecond?: number | null;
  /**
   * Whether a subscriber that mostly fails is paused; false. At 10 attempts or more within 5 minutes, 70 % of them
   * failed, nothing is sent to it for 30 seconds, and then one attempt at a time until one succeeds. What waits meanwhile
   * counts no attempt, so that its deliveries live longer than the schedule says. Each worker counts its own attempts; a
   * pause holds for all.
   */
  readonly circuitBreaker?: boolean;
  /** Milliseconds between two polls for due deliveries; 1,000, 10 to 60,000. */
  readonly pollMs?: number;
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

/** Delivers due events. Any number of workers, in any number of processes, share the work. */
export interface DeliveryWorker {
  /** Delivers until it is stopped; keeps the process alive. A second call changes nothing. */
  start(): void;
  /** Looks for due deliveries now; for a host that has just committed an event. */
  wake(): void;
  /**
   * Claims nothing more, waits for the attempts in progress (15 seconds at most), for their results to be stored and for
   * one subscriber of each tenant that they disable, and resolves. The next 410 or failure disables the others. The worker may be started again.
   */
  stop(): Promise<void>;
  /**
   * Makes the attempts that are due now, disables the subscribers that answer 410 or fail for too long, and resolves; for
   * hosts that a scheduler calls, and for tests.
   */
  runOnce(): Promise<void>;
}

/** From a start of the worker to its stop. One that is started before its stop is over goes on after it. */
interface Run {
  readonly stopping: AbortController;
  readonly ended: Promise<void>;
}

/** Milliseconds for which a worker with few free slots waits for more. */
const GATHER_MS = 5;

/** Milliseconds between two measurements of the queue's lag. */
const MEASURE_MS = 15_000;

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
  const metrics = failSafeMetrics(options.metrics ?? noMetrics, { clock, logger });
  const { concurrency = 256, perSubscriber = 10, pollMs = 1_000, purgeMs = 3_600_000 } = options;
  const { perSecond = null, circuitBreaker = false } = options;
  const enough = Math.ceil(concurrency / 2);

  const owner = systemRandom.uuid();
  const news = createLatch();
  const room = createLatch();
  // An action may emit an event, which is due at once.
  const actions = createActionRunner({ outbox, clock, logger, onActed: () => news.open() });
  const runner = createAttemptRunner({
    ...{ outbox, sender, metrics, clock, logger, owner, concurrency, perSubscriber },
    ...{ perSecond, circuitBreaker },
    writer: createResultWriter({
      ...{ outbox, owner, clock, logger, retryMs: pollMs },
      onActions: (asked) => actions.add(asked),
    }),
    onAnswer: () => {
      room.open();
      // A tenant may have reached its share of a busy worker, so that now another attempt may start.
      if (runner.free() <= enough) news.open();
    },
    onStored: () => {
      room.open();
      news.open();
    },
  });
  const measureLag = createLagMeter({ outbox, metrics, clock });
  const maintenance = createMaintenance(
    [
      { name: 'measure lag', everyMs: MEASURE_MS, run: measureLag },
      ...(purgeMs === null ? [] : [{ name: 'purge', everyMs: purgeMs, run: () => outbox.purge() }]),
    ],
    { clock, logger },
  );

  const mayWarn = oncePerMinute(clock);
  let isAway = false;
  let current: Run | null = null;

  async function work(stopping: AbortSignal): Promise<void> {
    const goesOn = (): boolean => !stopping.aborted;
    // The timer alone would not keep the process alive, and without a worker nothing is delivered.
    const alive = setInterval(() => undefined, 2 ** 30);
    while (goesOn()) {
      maintenance.begin();
      await untilThereIsRoom(goesOn);
      if (goesOn() && !(await beginOrReport())) await news.wait(clock.timeout(pollMs));
    }
    await Promise.all([runner.settled(), maintenance.settled()]);
    await actions.stop();
    clearInterval(alive);
  }

  /**
   * A claim costs the same for one delivery as for fifty, so the worker waits a few milliseconds for more free slots.
   */
  async function untilThereIsRoom(goesOn: () => boolean): Promise<void> {
    while (goesOn() && runner.free() === 0) await room.wait();
    if (runner.free() >= enough) return;
    const gathered = clock.timeout(GATHER_MS);
    while (goesOn() && runner.free() < enough && !gathered.aborted) await room.wait(gathered);
  }

  /** While the database is unavailable, the claim is retried at each poll. */
  async function beginOrReport(): Promise<boolean> {
    try {
      const { hasMore } = await runner.begin();
      if (isAway) logger.info({ owner }, 'due deliveries can be claimed again');
      isAway = false;
      return hasMore;
    } catch (thrown) {
      if (mayWarn()) {
        isAway = true;
        logger.warn({ owner, reason: reasonOf(thrown) }, 'due deliveries cannot be claimed');
      }
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
      if (current?.stopping.signal.aborted === false) return;
      const stopping = new AbortController();
      const begin = (): Promise<void> => work(stopping.signal);
      current = { stopping, ended: current === null ? begin() : current.ended.then(begin) };
    },
    wake: () => news.open(),
    async stop() {
      current?.stopping.abort();
      news.open();
      room.open();
      await current?.ended;
    },
    async runOnce() {
      while ((await beginAll()) > 0) {
        await runner.settled();
        await actions.settled();
      }
    },
  };
}

function isOutbox(value: unknown): boolean {
  return (
    hasMethods('claim', 'finish', 'act', 'pause', 'queueLag', 'purge')(value) &&
    (value as OutboxService).isConfigured
  );
}

function isInteger(min: number, max: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

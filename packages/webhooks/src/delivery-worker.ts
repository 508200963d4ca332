import {
  stderrLogger,
  systemClock,
  systemRandom,
  type Clock,
  type Logger,
  type OutboxService,
  type WebhookSender,
} from '@stepward/core';
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
  /** Attempts at once, over all subscribers; 256, 1 to 1,000. */
  readonly concurrency?: number;
  /** Attempts to one subscriber at once, over all workers; 10, 1 to 1,000. A dead subscriber takes up no more. */
  readonly perSubscriber?: number;
  /** Milliseconds between two looks for what has become due; 1,000, 10 to 60,000. */
  readonly pollMs?: number;
  /** Milliseconds between two purges of what has run out; an hour, at least a minute. Null where the host purges. */
  readonly purgeMs?: number | null;
  readonly metrics?: WebhookMetrics;
  /** Warnings and errors go to standard error by default; `silentLogger` logs nothing. */
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** Delivers what is due. Any number of workers, in any number of processes, share the work. */
export interface DeliveryWorker {
  /** Begins to deliver, until it is stopped; keeps the process alive. A second call changes nothing. */
  start(): void;
  /** Looks for due deliveries now: for a host that has just committed an event. */
  wake(): void;
  /**
   * Takes nothing more, waits for the attempts under way, at most for their 15 seconds and for their
   * results to be stored, and resolves. It may be started again.
   */
  stop(): Promise<void>;
  /** Delivers what is due now and resolves: for hosts that are called by a scheduler, and for tests. */
  runOnce(): Promise<void>;
}

/** Milliseconds that a worker with little room waits for more of it. */
const GATHER_MS = 5;

/** Milliseconds between two looks at how far the queue lags behind. */
const MEASURE_MS = 15_000;

/** @throws TypeError where a number is out of its bounds. */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { outbox, sender, metrics = noMetrics } = options;
  const { logger = stderrLogger, clock = systemClock } = options;
  const concurrency = bounded('concurrency', options.concurrency ?? 256, 1, 1_000);
  const perSubscriber = bounded('perSubscriber', options.perSubscriber ?? 10, 1, 1_000);
  const pollMs = bounded('pollMs', options.pollMs ?? 1_000, 10, 60_000);
  const purgeMs = options.purgeMs === undefined ? 3_600_000 : options.purgeMs;
  if (purgeMs !== null) bounded('purgeMs', purgeMs, 60_000, Number.MAX_SAFE_INTEGER);

  const owner = systemRandom.uuid();
  const news = createLatch();
  const room = createLatch();
  const runner = createAttemptRunner({
    ...{ outbox, sender, metrics, clock, owner, concurrency, perSubscriber },
    writer: createResultWriter({ outbox, owner, clock, logger, retryMs: pollMs }),
    onAnswer: () => room.open(),
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
      if (goesOn() && !(await beginOrReport())) await news.wait(clock.deadline(pollMs));
    }
    await Promise.all([runner.settled(), maintenance.settled()]);
    clearInterval(alive);
  }

  /** A look into the queue costs the same for one delivery as for fifty: it waits a moment for more room. */
  async function untilThereIsRoom(): Promise<void> {
    while (goesOn() && runner.free() === 0) await room.wait();
    const enough = Math.ceil(concurrency / 2);
    if (runner.free() >= enough) return;
    const moment = clock.deadline(GATHER_MS);
    while (goesOn() && runner.free() < enough && !moment.aborted) await room.wait(moment);
  }

  /** A database that is away is looked for again at the next poll. */
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

function bounded(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} is an integer from ${String(min)} to ${String(max)}`);
}

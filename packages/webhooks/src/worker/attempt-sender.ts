import type { Clock, Logger } from '@stepward/core';
import {
  addMs,
  isSuccess,
  msBetween,
  type DueAttempt,
  type MadeAttempt,
  type OpenedAttempt,
  type OutboxService,
  type PendingDelivery,
  type Schedule,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookSender,
} from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';
import type { WebhookMetrics } from '../webhook-metrics.js';
import { confirmOpened, putBack } from './confirm-opened.js';
import type { ReachQueue } from './reach-queue.js';
import type { ResultWriter } from './result-writer.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight } from './single-flight.js';
import { createTally } from './tally.js';
import { after, elapsed } from './timers.js';

export interface AttemptSenderOptions {
  readonly outbox: Pick<OutboxService, 'open'>;
  readonly sender: WebhookSender;
  readonly reach: ReachQueue;
  readonly schedule: Pick<
    Schedule,
    'start' | 'confirm' | 'answered' | 'ended' | 'freeSlots' | 'nextStartAt'
  >;
  readonly keeper: Pick<ShardKeeper, 'isCurrent'>;
  readonly writer: Pick<ResultWriter, 'write' | 'count'>;
  readonly metrics: Pick<WebhookMetrics, 'started'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Attempts at once. The results of as many may wait to be stored. */
  readonly concurrency: number;
  /** Milliseconds after which it tries again where the queue cannot be reached; the interval of polls. */
  readonly retryMs: number;
  /** Called when deliveries were started, so that there is room for others in memory. */
  readonly onStarted: () => void;
}

/** Milliseconds for which a worker with few free slots waits for more, because a batch costs hardly more than one delivery. */
const GATHER_MS = 5;

/** Makes attempts: `begin` starts those that may start now. It is idle when no attempt is under way. */
export function createAttemptSender(options: AttemptSenderOptions): SingleFlight {
  const { outbox, sender, reach, schedule, keeper, writer, metrics, clock, logger } = options;
  const { concurrency, retryMs, onStarted } = options;
  const starting = createSingleFlight(startAll);
  const underWay = createTally();
  let reminder: Date | null = null;
  /** Called at each answer, which frees a slot. */
  let noteAnswer: () => void = () => undefined;

  async function startAll(): Promise<void> {
    while (keeper.isCurrent() && schedule.freeSlots() > 0 && writer.count() <= concurrency) {
      await gatherSlots();
      const now = clock.now();
      const started = schedule.start(now);
      if (started.length === 0) {
        remind(now);
        return;
      }
      onStarted();
      const opened = await reach('open', () => outbox.open(started));
      // The shards of a worker that was frozen meanwhile may have another owner.
      if (opened === null || !keeper.isCurrent()) {
        putBack(schedule, started, now, addMs(now, retryMs));
        return;
      }
      metrics.started(started.length, msBetween(now, clock.now()));
      proceed(started, opened, now);
    }
  }

  /** Waits until half of the slots are free, or the time for it is over. */
  async function gatherSlots(): Promise<void> {
    if (schedule.freeSlots() >= concurrency / 2) return;
    const wait = { isOver: false };
    const over = elapsed(clock, GATHER_MS).then(() => void (wait.isOver = true));
    while (!wait.isOver && schedule.freeSlots() < concurrency / 2) {
      await Promise.race([over, new Promise<void>((resolve) => (noteAnswer = resolve))]);
    }
  }

  /** Begins again when the next delivery in memory may start, if that is before the next poll. */
  function remind(now: Date): void {
    const next = schedule.nextStartAt(now);
    if (next === null || (reminder !== null && reminder <= next)) return;
    const ms = msBetween(now, next);
    if (ms > retryMs) return;
    reminder = next;
    after(clock, ms, () => {
      reminder = null;
      starting.begin();
    });
  }

  function proceed(
    started: readonly PendingDelivery[],
    opened: readonly OpenedAttempt[],
    now: Date,
  ): void {
    for (const attempt of confirmOpened(schedule, opened, now)) {
      underWay.add(1);
      void make(attempt).then((result) => {
        underWay.remove(1);
        writer.write({ delivery: attempt.delivery, result });
        noteAnswer();
        starting.begin();
      });
    }
    started.forEach((delivery, index) => {
      const result = opened[index];
      if (result?.type === 'gone') schedule.ended(delivery, null);
      if (result?.type === 'over') writer.write({ delivery, result });
    });
  }

  async function make(attempt: DueAttempt): Promise<MadeAttempt> {
    const { delivery, request } = attempt;
    if (request === null) {
      const outcome = { type: 'failed', reason: 'signing_failed' } as const;
      return { type: 'made', attempt, outcome, finishedAt: clock.now(), pausedUntil: null };
    }
    const outcome = await post(request);
    const finishedAt = clock.now();
    const pausedUntil = schedule.answered(delivery, !isSuccess(outcome), finishedAt);
    if (pausedUntil !== null) {
      const { tenantId, subscriberId } = delivery;
      logger.info({ tenantId, subscriberId }, 'a subscriber that mostly fails is paused');
    }
    return { type: 'made', attempt, outcome, finishedAt, pausedUntil };
  }

  /** A sender of the host's own may throw, which costs one attempt and no slot. */
  async function post(request: WebhookRequest): Promise<WebhookOutcome> {
    try {
      return await sender.send(request);
    } catch (thrown) {
      return { type: 'failed', reason: 'connection_failed', why: reasonOf(thrown) };
    }
  }

  return {
    begin: () => starting.begin(),
    isIdle: () => starting.isIdle() && underWay.isIdle(),
    async settled() {
      await starting.settled();
      await underWay.settled();
    },
  };
}

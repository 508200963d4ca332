import type { Clock, Logger, PauseReason } from '@stepward/core';
import {
  addMs,
  busyAnswer,
  destinationName,
  handlerId,
  isSuccess,
  msBetween,
  oncePerMinute,
  type AttemptOutcome,
  type DueAttempt,
  type DueCall,
  type MadeAttempt,
  type MadeCall,
  type OutboxService,
  type OverDelivery,
  type Pause,
  type PendingDelivery,
  type Schedule,
  type Standing,
  type WebhookRequest,
  type WebhookSender,
} from '@stepward/core/adapter';
import type { DestinationSettings } from '../destinations/destination.js';
import { sendToDestination } from '../destinations/send-to-destination.js';
import type { HandlerSettings } from '../handlers/handler-options.js';
import { reasonOf } from '../reason-of.js';
import type { WebhookMetrics } from '../webhook-metrics.js';
import { callHandler } from '../handlers/call-handler.js';
import type { ReachQueue } from './reach-queue.js';
import type { ResultWriter } from './result-writer.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight, createTally } from '../waiting/under-way.js';
import { after } from '../waiting/timers.js';

export interface AttemptSenderOptions {
  readonly outbox: Pick<OutboxService, 'open'>;
  readonly sender: WebhookSender;
  /** Those of the process, by their shards. */
  readonly handlers: ReadonlyMap<number, HandlerSettings>;
  /** Those of the process, by their names. */
  readonly destinations: ReadonlyMap<string, DestinationSettings>;
  readonly reach: ReachQueue;
  readonly schedule: Pick<
    Schedule,
    'start' | 'confirm' | 'answered' | 'readAgain' | 'freeSlots' | 'nextStartAt'
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
  /** Called when deliveries were started, so there is room for others in memory. */
  readonly onStarted: () => void;
}

/** Milliseconds for which a worker with few free slots waits for more, because a batch costs hardly more than one delivery. */
const GATHER_MS = 5;

/** Makes attempts: `begin` starts those that may start now. It is idle when no attempt is under way. */
export function createAttemptSender(options: AttemptSenderOptions): SingleFlight {
  const { outbox, sender, handlers, reach, schedule, keeper, writer, metrics, clock, logger } =
    options;
  const { concurrency, retryMs, onStarted, destinations } = options;
  const mayTellPause = oncePerMinute(clock);
  const mayTellMissing = oncePerMinute(clock);
  const starting = createSingleFlight(startAll);
  const underWay = createTally();
  /**
   * Attempts that are opened together. Their events may be more than a slow connection reads in time, so half as many are opened
   * after a failure, and twice as many after a success.
   */
  let size = concurrency;
  let reminder: Date | null = null;
  /** Ends the wait for more slots. */
  let goOn: () => void = () => undefined;

  async function startAll(): Promise<void> {
    while (keeper.isCurrent() && schedule.freeSlots() > 0 && writer.count() <= concurrency) {
      if (!hasManySlots()) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
          after(clock, GATHER_MS, resolve);
        });
      }
      const now = clock.now();
      const started = schedule.start(now, size);
      if (started.length === 0) {
        remind(now);
        return;
      }
      onStarted();
      const opened = await reach('open', () => outbox.open(started, now));
      // The shards of a worker that was frozen meanwhile may have another owner.
      if (opened === null || !keeper.isCurrent()) {
        const standing = pausedUntil(addMs(now, retryMs));
        for (const delivery of started) schedule.confirm(delivery, standing, now);
        size = Math.ceil(started.length / 2);
        return;
      }
      size = Math.min(2 * size, concurrency);
      metrics.started(started.length, msBetween(now, clock.now()));
      started.forEach((delivery, index) => proceed(delivery, opened[index] ?? null, now));
    }
  }

  function hasManySlots(): boolean {
    return schedule.freeSlots() >= concurrency / 2;
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

  /** @param now the time that it was opened with, so a subscriber which was paused then is so for the schedule */
  function proceed(
    delivery: PendingDelivery,
    opened: DueAttempt | DueCall | OverDelivery | null,
    now: Date,
  ): void {
    if (opened === null) schedule.readAgain(delivery);
    else if (opened.type === 'over') writer.write(opened);
    else if (opened.type === 'due_call') call(opened, now);
    else if (schedule.confirm(delivery, opened.subscriber, now)) void make(opened);
  }

  async function make(attempt: DueAttempt): Promise<void> {
    const { delivery, request, unsent } = attempt;
    underWay.add(1);
    const outcome = request === null ? unsent : await send(request);
    const finishedAt = clock.now();
    const busy = busyAnswer(outcome, finishedAt);
    const pause = request && schedule.answered(delivery, !isSuccess(outcome), finishedAt, busy);
    if (pause !== null) tellPause(delivery, pause);
    end({ ...attempt, type: 'made', outcome, finishedAt, pause });
  }

  function tellPause({ tenantId, subscriberId }: PendingDelivery, { reason, until }: Pause): void {
    const level = mayTellPause() ? 'info' : 'debug';
    logger[level]({ tenantId, subscriberId, until }, PAUSED[reason]);
  }

  /** Two names may have one shard; then this process may own that of a handler that it does not have. */
  function call(due: DueCall, now: Date): void {
    const { delivery } = due;
    const handler = handlers.get(delivery.shard);
    const isOurs = handler !== undefined && handlerId(handler.name) === delivery.subscriberId;
    const standing = pausedUntil(isOurs ? null : addMs(now, retryMs));
    if (schedule.confirm(delivery, standing, now) && isOurs) {
      void handle(due, handler);
    }
  }

  async function handle(due: DueCall, handler: HandlerSettings): Promise<void> {
    underWay.add(1);
    const outcome = await callHandler(handler, due, clock);
    const finishedAt = clock.now();
    schedule.answered(due.delivery, !isSuccess(outcome), finishedAt);
    end({ ...due, type: 'made_call', handler: handler.name, outcome, finishedAt });
  }

  function end(result: MadeAttempt | MadeCall): void {
    underWay.remove(1);
    writer.write(result);
    if (hasManySlots()) goOn();
    starting.begin();
  }

  function send(request: WebhookRequest): Promise<AttemptOutcome> {
    const name = destinationName(request.url);
    if (name === null) return post(request);
    const destination = destinations.get(name);
    if (destination === undefined && mayTellMissing()) {
      logger.warn({ tenantId: request.tenantId, destination: name }, MISSING);
    }
    return sendToDestination(destination, request, clock);
  }

  /** A sender of the host's own may throw, which costs one attempt and no slot. */
  async function post(request: WebhookRequest): Promise<AttemptOutcome> {
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

const MISSING = 'the worker has no destination of that name: pass it in destinations';

const PAUSED: Readonly<Record<PauseReason, string>> = {
  busy: 'a subscriber that is busy is paused',
  failing: 'a subscriber that mostly fails is paused',
};

function pausedUntil(until: Date | null): Standing {
  return { pausedUntil: until, isOnTrial: false, busyPauses: 0 };
}

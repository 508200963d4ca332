import {
  ATTEMPT_TIMEOUT_MS,
  handlerShard,
  msBetween,
  SHARD_COUNT,
  WORKER_LEASE_MS,
  type AttemptResult,
  type RecordedResults,
  type ScheduleOptions,
} from '@stepward/core/adapter';
import { createDispatchTurns, createSchedules } from '@stepward/core/webhooks';
import type { DeliverySettings } from '../delivery-worker-options.js';
import type { HandlerSettings } from '../handlers/handler-options.js';
import { createSinkPublishers, scheduledSinks, type SinkLag } from '../sinks/sink-publishers.js';
import { measureAttempt } from '../webhook-metrics.js';
import { createActionRunner } from './action-runner.js';
import { createAttemptSender } from './attempt-sender.js';
import { createEventDispatcher } from './event-dispatcher.js';
import { createReachQueue } from './reach-queue.js';
import { createResultWriter } from './result-writer.js';
import { createShardKeeper, type ShardKeeper } from './shard-keeper.js';
import { createShardReader, type ShardReader } from './shard-reader.js';
import { elapsed, inTime } from '../waiting/timers.js';

/**
 * One worker from the shards that it takes to those that it gives back. Five parts work side by side over one schedule in
 * memory: a keeper holds shards, a reader reads what waits in them, a dispatcher makes the deliveries of events, a sender makes
 * attempts, and a writer stores their results. Publishers have the part of the sender for sinks.
 */
export interface DeliveryRun {
  /** A unique name. */
  readonly worker: string;
  /** When the longest waiting delivery became due, or event was emitted, or reading began to fail; null for none. */
  oldestDueAt(now: Date): Date | null;
  sinkLags(now: Date): readonly SinkLag[];
  /** Whether it counts what waits: one of the workers over a queue does. */
  countsQueue(): boolean;
  /** Takes shards now. */
  hold(): void;
  /** Reads what has arrived. */
  readArrivals(): void;
  /** Looks at everything that may have come due or failed before. */
  poll(): void;
  /** Resolves once nothing is due; rejects if the queue could not be reached. */
  untilNothingIsDue(): Promise<void>;
  /** Starts nothing more, stores what is under way, and gives all shards back. */
  end(): Promise<void>;
}

/** After a dispatch of at least this many deliveries, what has arrived is read at once. Otherwise one later read finds all of them. */
const MANY_MADE = 100;

/** Deliveries in memory, about 20 MB; a subscriber with something pending has ten in any case. */
const MAX_ROWS = 50_000;

/** Deliveries of one handler in memory. */
const MAX_HANDLER_ROWS = 5_000;

function byShard(handlers: readonly HandlerSettings[]): ReadonlyMap<number, HandlerSettings> {
  return new Map(handlers.map((handler) => [handlerShard(handler.name), handler]));
}

/** A handler has slots that nothing else uses; tenants take turns for them. */
function handlerLimits(handler: HandlerSettings | undefined): ScheduleOptions {
  const slots = handler?.concurrency ?? 1;
  const noOther = { perSubscriber: slots, perSecond: null, circuitBreaker: false };
  return { slots, ...noOther, maxRows: MAX_HANDLER_ROWS };
}

/**
 * @param takes `free` for a run that ends when nothing is due
 * @param isListening whether it is told when others give shards back
 */
export function createDeliveryRun(
  settings: DeliverySettings,
  takes: 'share' | 'free',
  isListening: () => boolean = () => true,
): DeliveryRun {
  const { outbox, metrics, clock, random, logger, concurrency, pollMs: retryMs } = settings;
  const { queue } = outbox;
  const worker = random.uuid();
  const handlers = byShard(settings.handlers);
  const destinations = new Map(settings.destinations.map((each) => [each.name, each]));
  const sinks = scheduledSinks(settings.sinks);
  const apart = new Map(sinks.map((sink) => [sink.shard, sink.schedule]));
  const schedule = createSchedules({
    subscribers: { ...settings, slots: concurrency, maxRows: MAX_ROWS },
    ofHandler: (shard) => handlerLimits(handlers.get(shard)),
    apart,
  });
  const turns = createDispatchTurns();
  let isEnding = takes === 'free';
  let stored = 0;
  let failure: { readonly thrown: unknown } | null = null;
  const reach = createReachQueue({
    ...{ worker, clock, logger },
    onFailure: (thrown) => (failure ??= { thrown }),
  });
  const shared = { worker, outbox, queue, reach, schedule, turns, clock, logger, retryMs };

  const keeper: ShardKeeper = createShardKeeper({
    ...{ ...shared, takes, isListening, oldestDueAt },
    handlers: [
      ...settings.handlers.map(({ name, events }) => ({ name, events })),
      ...sinks.map(({ registration }) => registration),
    ],
    onTaken(shards) {
      publishers.take(shards);
      reader.take(shards);
    },
    onRenewed() {
      metrics.held(keeper.fence().shards.filter(({ shard }) => shard < SHARD_COUNT).length);
      start();
    },
    onLost: (shards) => metrics.lost(shards),
  });
  const reader: ShardReader = createShardReader({
    ...{ ...shared, keeper },
    onRead() {
      dispatcher.begin();
      start();
    },
  });
  const dispatcher = createEventDispatcher({
    ...{ ...shared, keeper },
    onMade(read, made) {
      const ours = made.filter(({ shard }) => keeper.keeps(shard));
      // A sink gets a tenant's events in order, and those before these may have been dispatched by another worker.
      const unordered = ours.filter(({ shard }) => !apart.has(shard));
      reader.put(read, unordered);
      if (unordered.length < ours.length || made.length >= MANY_MADE) reader.readArrivals();
    },
  });
  const writer = createResultWriter({
    ...{ ...shared, keeper, onStored, isEnding: () => isEnding },
  });
  const sender = createAttemptSender({
    ...{
      ...shared,
      keeper,
      writer,
      metrics,
      concurrency,
      handlers,
      destinations,
      sender: settings.sender,
    },
    onStarted: () => reader.begin(),
  });
  const publishers = createSinkPublishers({
    ...{ ...shared, sinks, keeper, reader, writer, metrics },
    onStarted: () => reader.begin(),
  });
  // An action may emit an event.
  const actions = createActionRunner({ ...shared, onActed: () => reader.readArrivals() });
  const parts = [keeper, reader, dispatcher, sender, publishers, writer, actions];

  function start(): void {
    sender.begin();
    publishers.begin();
  }

  function onStored(results: readonly AttemptResult[], recorded: RecordedResults): void {
    results.forEach((result, index) => {
      const state = recorded.states[index] ?? null;
      const isOfSink = apart.has(result.delivery.shard);
      if (state !== null && result.type !== 'over' && !isOfSink)
        metrics.attempted(measureAttempt(result, state));
    });
    stored += results.length;
    actions.add(recorded.actions);
    keeper.release();
    reader.begin();
    start();
  }

  function oldestDueAt(now: Date): Date | null {
    const waiting = [
      schedule.oldestDueAt(now),
      publishers.oldestEmittedAt(now),
      turns.oldestEmittedAt(),
      reader.unreadSince(),
    ];
    const [oldest = null] = waiting.flatMap((at) => at ?? []).toSorted((a, b) => msBetween(b, a));
    return oldest;
  }

  async function settled(): Promise<void> {
    while (!parts.every((part) => part.isIdle())) {
      await Promise.all(parts.map((part) => part.settled()));
    }
  }

  async function leave(): Promise<void> {
    keeper.end();
    await keeper.settled();
    const nothing = { leaseMs: 0, takes: 'none', release: 'all', oldestDueAt: null } as const;
    await reach('hold', () =>
      inTime(clock, WORKER_LEASE_MS, () => queue.hold({ worker, ...nothing })),
    );
  }

  return {
    worker,
    oldestDueAt,
    sinkLags: (now) => publishers.lags(now),
    countsQueue: () => keeper.keeps(0),
    hold: () => keeper.begin(),
    readArrivals: () => reader.readArrivals(),
    poll() {
      keeper.release();
      reader.readArrivals();
      dispatcher.begin();
      start();
    },
    async untilNothingIsDue() {
      for (let before = -1; before < stored && failure === null;) {
        before = stored;
        reader.readArrivals();
        await settled();
      }
      if (failure !== null) throw failure.thrown;
    },
    async end() {
      isEnding = true;
      keeper.retire();
      if (!sender.isIdle()) keeper.release();
      const sent = Promise.all([sender.settled(), publishers.settled()]);
      await Promise.race([sent, elapsed(clock, ATTEMPT_TIMEOUT_MS)]);
      publishers.leave();
      await Promise.all([writer.settled(), reader.settled(), dispatcher.settled()]);
      await actions.stop();
      await leave();
      metrics.held(null);
    },
  };
}

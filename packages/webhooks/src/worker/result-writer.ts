import type { Clock, Logger } from '@stepward/core';
import {
  oncePerMinute,
  type MadeAttempt,
  type OutboxService,
  type OverDelivery,
  type PendingDelivery,
  type RecordedResults,
  type Schedule,
} from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight } from './single-flight.js';
import { createTally, type Tally } from './tally.js';
import { after } from './timers.js';

/** How a started delivery ended. */
export interface DeliveryResult {
  readonly delivery: PendingDelivery;
  readonly result: MadeAttempt | OverDelivery;
}

/** Stores results, each until it is stored; counts those that are not. */
export interface ResultWriter extends Pick<Tally, 'count' | 'isIdle' | 'settled'> {
  write(result: DeliveryResult): void;
}

export interface ResultWriterOptions {
  readonly worker: string;
  readonly outbox: Pick<OutboxService, 'finish'>;
  readonly schedule: Pick<Schedule, 'ended'>;
  readonly keeper: Pick<ShardKeeper, 'fence' | 'lose' | 'isCurrent'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds after which it tries again to store a result. */
  readonly retryMs: number;
  /** Whether the worker ends, so that it does not wait for long for a database that is away. */
  readonly isEnding: () => boolean;
  /** Called with results that were stored. */
  readonly onStored: (results: readonly DeliveryResult[], recorded: RecordedResults) => void;
}

/** Results of one batch at most. */
const MAX_BATCH = 200;

/** How often a database that can be reached may refuse one result. */
const MAX_REFUSALS = 30;

interface Waiting extends DeliveryResult {
  refusals: number;
}

/**
 * Stores results in batches: while one is written, the next one collects. Where a batch cannot be stored, its halves are tried,
 * so that a result which storage refuses keeps no other from being stored.
 *
 * While the database is away, results wait for it. Two are lost, which is logged, and the next owner of the shard makes their
 * attempts again: one that a database within reach refuses thirty times, and one of an ending worker whose lease is over.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const { worker, outbox, schedule, keeper, clock, logger, retryMs, isEnding, onStored } = options;
  const mayWarn = oncePerMinute(clock);
  const flight = createSingleFlight(writeAll);
  const unstored = createTally();
  let waiting: readonly Waiting[] = [];
  /** Those that could not be stored, and are tried again. */
  let aside: readonly Waiting[] = [];

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      const failed = await store(batch);
      const lost = failed.filter(isLost);
      const kept = failed.filter((each) => !lost.includes(each));
      lost.forEach(giveUp);
      setAside(kept);
    }
  }

  function setAside(results: readonly Waiting[]): void {
    if (results.length > 0 && aside.length === 0) after(clock, retryMs, retry);
    aside = [...aside, ...results];
  }

  /** The first comes last, in case it is the one that is refused. */
  function retry(): void {
    waiting = [...waiting, ...aside.slice(1), ...aside.slice(0, 1)];
    aside = [];
    flight.begin();
  }

  /** Returns those that could not be stored. Where the first half fails as a whole, the database is taken to be away. */
  async function store(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    if (await hasStored(batch)) return [];
    if (batch.length === 1) return batch;
    const middle = Math.floor(batch.length / 2);
    const failed = await store(batch.slice(0, middle));
    if (middle > 1 && failed.length === middle) return batch;
    return [...failed, ...(await store(batch.slice(middle)))];
  }

  async function hasStored(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const results = batch.map(({ result }) => result);
      end(batch, await outbox.finish(keeper.fence(), results));
      return true;
    } catch (thrown) {
      if (mayWarn()) {
        const line = { worker, results: batch.length, reason: reasonOf(thrown) };
        logger.warn(line, 'results of attempts are not stored');
      }
      return false;
    }
  }

  /** What was refused because its shard has another owner is forgotten with the shard. */
  function end(batch: readonly Waiting[], recorded: RecordedResults): void {
    keeper.lose(recorded.lost);
    batch.forEach(({ delivery }, index) => {
      schedule.ended(delivery, recorded.states[index]?.dueAt ?? null);
    });
    unstored.remove(batch.length);
    onStored(batch, recorded);
  }

  function isLost(one: Waiting): boolean {
    if (!keeper.isCurrent()) return isEnding();
    one.refusals += 1;
    return one.refusals >= MAX_REFUSALS;
  }

  function giveUp({ delivery }: Waiting): void {
    const { tenantId, deliveryId } = delivery;
    logger.error({ worker, tenantId, deliveryId }, 'the result of an attempt is lost');
    schedule.ended(delivery, null);
    unstored.remove(1);
  }

  return {
    ...unstored,
    write(result) {
      unstored.add(1);
      waiting = [...waiting, { ...result, refusals: 0 }];
      flight.begin();
    },
  };
}

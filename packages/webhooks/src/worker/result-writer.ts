import { isStorageUnavailable, type Clock, type Logger } from '@stepward/core';
import {
  oncePerMinute,
  type AttemptResult,
  type OutboxService,
  type RecordedResults,
  type Schedule,
} from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, createTally, type Tally } from '../waiting/under-way.js';
import { after } from '../waiting/timers.js';

/** Stores results, each until it is stored; counts those that are not. */
export interface ResultWriter extends Pick<Tally, 'count' | 'isIdle' | 'settled'> {
  write(result: AttemptResult): void;
}

export interface ResultWriterOptions {
  readonly worker: string;
  readonly outbox: Pick<OutboxService, 'finish'>;
  readonly schedule: Pick<Schedule, 'ended' | 'freed' | 'readAgain'>;
  readonly keeper: Pick<ShardKeeper, 'fence' | 'lose' | 'isCurrent'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the worker ends, so it does not wait for long for a database that is away. */
  readonly isEnding: () => boolean;
  /** Called with results that were stored. */
  readonly onStored: (results: readonly AttemptResult[], recorded: RecordedResults) => void;
}

/** Results of one batch at most. */
const MAX_BATCH = 200;

/** Milliseconds after which a result that could not be stored is tried again. */
const RETRY_MS = 1_000;

/** How often storage may refuse one result while it takes others. */
const MAX_REFUSALS = 30;

interface Waiting {
  readonly result: AttemptResult;
  /** How many results had been stored when storage refused this one by itself; null if it never did. */
  refusedAt: number | null;
  refusals: number;
}

/**
 * Stores results in batches: while one is written, the next one collects. Where storage refuses a batch, each of its results is
 * stored by itself, after those that wait for the next batch, so a result which is refused keeps no other from being stored.
 *
 * While the database is away, results wait for it. Two are lost, which is logged, and their attempts are made again: one that is
 * refused thirty times while others are stored, and a result of an ending worker after its lease is over.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const { worker, outbox, schedule, keeper, clock, logger, isEnding, onStored } = options;
  const mayWarn = oncePerMinute(clock);
  const flight = createSingleFlight(writeAll);
  const unstored = createTally();
  const waiting: Waiting[] = [];
  /** Those that are stored each by itself. */
  const alone: Waiting[] = [];
  /** Those that could not be stored, and are tried again. */
  const aside: Waiting[] = [];
  let stored = 0;

  async function writeAll(): Promise<void> {
    while (waiting.length + alone.length > 0) {
      const batch = waiting.length > 0 ? waiting.splice(0, MAX_BATCH) : alone.splice(0, 1);
      await store(batch);
    }
  }

  async function store(batch: readonly Waiting[]): Promise<void> {
    try {
      const fence = keeper.fence();
      const results = batch.map(({ result }) => result);
      const recorded = await outbox.finish(fence, results);
      keeper.lose(fence, recorded.lost);
      end(results, recorded);
    } catch (thrown) {
      if (mayWarn()) {
        const line = { worker, results: batch.length, reason: reasonOf(thrown) };
        logger.warn(line, 'results of attempts are not stored');
      }
      fail(batch, isStorageUnavailable(thrown));
    }
  }

  function fail(batch: readonly Waiting[], isAway: boolean): void {
    if (!isAway && batch.length > 1) {
      alone.push(...batch);
      return;
    }
    for (const one of batch) {
      if (!isAway) refuse(one);
      if (isLost(one)) giveUp(one);
      else setAside(one);
    }
  }

  /** Counts where others are stored meanwhile, so the cause is this result, and where the worker ends. */
  function refuse(one: Waiting): void {
    if (isEnding() || (one.refusedAt !== null && one.refusedAt < stored)) one.refusals += 1;
    one.refusedAt = stored;
  }

  function isLost({ refusals }: Waiting): boolean {
    return refusals >= MAX_REFUSALS || (isEnding() && !keeper.isCurrent());
  }

  function setAside(one: Waiting): void {
    if (aside.length === 0) after(clock, RETRY_MS, retry);
    aside.push(one);
  }

  function retry(): void {
    for (const one of aside.splice(0)) (one.refusedAt === null ? waiting : alone).push(one);
    flight.begin();
  }

  /** Of what was not stored, storage alone knows how it goes on: the batch is a repeat, or a standby has become the primary. */
  function end(results: readonly AttemptResult[], recorded: RecordedResults): void {
    results.forEach(({ delivery }, index) => {
      const state = recorded.states[index] ?? null;
      if (state === null) schedule.readAgain(delivery);
      else schedule.ended(delivery, state.dueAt);
    });
    schedule.freed(recorded.freed);
    stored += results.length;
    unstored.remove(results.length);
    onStored(results, recorded);
  }

  function giveUp({ result: { delivery } }: Waiting): void {
    const { tenantId, deliveryId } = delivery;
    logger.error({ worker, tenantId, deliveryId }, 'the result of an attempt is lost');
    schedule.readAgain(delivery);
    unstored.remove(1);
  }

  return {
    ...unstored,
    write(result) {
      unstored.add(1);
      waiting.push({ result, refusedAt: null, refusals: 0 });
      flight.begin();
    },
  };
}

import { isStorageUnavailable, type Clock, type Logger } from '@stepward/core';
import {
  msBetween,
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

/** Milliseconds after which a result that was refused by itself is tried although others wait. */
const REFUSED_TURN_MS = 10_000;

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
 * stored by itself, in turns with the batches. One that is refused by itself comes after all others, or every ten seconds: storage may
 * have waited for seconds before it refused.
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
  /** Those of a batch that was refused: each is stored by itself. */
  const suspected: Waiting[] = [];
  /** Those that were refused by themselves. */
  const refused: Waiting[] = [];
  /** Those that could not be stored, and are tried again. */
  const aside: Waiting[] = [];
  let stored = 0;
  let refusedTurnAt = clock.now();

  async function writeAll(): Promise<void> {
    while (waiting.length + suspected.length + refused.length > 0) {
      if (waiting.length > 0) await store(waiting.splice(0, MAX_BATCH));
      if (suspected.length > 0) await store(suspected.splice(0, 1));
      if (refused.length > 0 && isRefusedTurn()) {
        await store(refused.splice(0, 1));
        refusedTurnAt = clock.now();
      }
    }
  }

  function isRefusedTurn(): boolean {
    const isQuiet = waiting.length + suspected.length === 0;
    return isQuiet || Math.abs(msBetween(refusedTurnAt, clock.now())) >= REFUSED_TURN_MS;
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
      suspected.push(...batch);
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
    for (const one of aside.splice(0)) (one.refusedAt === null ? waiting : refused).push(one);
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

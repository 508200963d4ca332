import type { Clock, Logger } from '@stepward/core';
import {
  oncePerMinute,
  type MadeAttempt,
  type OutboxService,
  type SubscriberAction,
} from '@stepward/core/adapter';
import type { AttemptDecision } from '@stepward/core/webhooks';
import { reasonOf } from './reason-of.js';

/** Writes the results of attempts. */
export interface ResultWriter {
  /** Resolves once the result is stored, or with null once it is obsolete; never rejects. */
  write(made: MadeAttempt): Promise<AttemptDecision | null>;
}

export interface ResultWriterOptions {
  readonly outbox: Pick<OutboxService, 'finish'>;
  readonly owner: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between two attempts to store a result. */
  readonly retryMs: number;
  /** Called with what stored results ask for, before their `write` resolves. Results do not wait for it. */
  readonly onActions: (actions: readonly SubscriberAction[]) => void;
}

/** Results of one statement at most. */
const MAX_BATCH = 200;

interface Waiting {
  readonly made: MadeAttempt;
  readonly resolve: (decision: AttemptDecision | null) => void;
}

/** Results that are stored side by side, each by itself. */
const SIDE_BY_SIDE = 10;

/**
 * Stores results in batches: while one batch is written, the next one collects. If a batch cannot be stored, each of its
 * results is tried by itself, round by round until its lease ends, while the batches after it go on. Then the queue treats
 * the attempt as interrupted, and it is made again.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const { outbox, owner, clock, logger, retryMs, onActions } = options;
  const mayWarn = oncePerMinute(clock);
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function store(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const { decisions, actions } = await outbox.finish(
        owner,
        batch.map(({ made }) => made),
      );
      onActions(actions);
      batch.forEach(({ resolve }, index) => resolve(decisions[index] ?? null));
      return true;
    } catch (thrown) {
      if (mayWarn()) {
        const line = { owner, attempts: batch.length, reason: reasonOf(thrown) };
        logger.warn(line, 'results of attempts are not stored');
      }
      return false;
    }
  }

  function giveUp({ made: { attempt: leased }, resolve }: Waiting): void {
    const { deliveryId, attempt } = leased.delivery;
    logger.error({ owner, deliveryId, attempt }, 'the result of an attempt is lost');
    resolve(null);
  }

  /** Returns those that could not be stored. */
  async function tryEach(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const failed: Waiting[] = [];
    for (let begin = 0; begin < batch.length; begin += SIDE_BY_SIDE) {
      const tried = batch.slice(begin, begin + SIDE_BY_SIDE);
      const stored = await Promise.all(tried.map((one) => store([one])));
      failed.push(...tried.filter((_, index) => stored[index] === false));
    }
    return failed;
  }

  async function storeEach(batch: readonly Waiting[]): Promise<void> {
    for (let left = batch; left.length > 0;) {
      const failed = await tryEach(left);
      const now = clock.now();
      const isOver = ({ made }: Waiting): boolean => now >= made.attempt.leaseUntil;
      failed.filter(isOver).forEach(giveUp);
      left = failed.filter((one) => !isOver(one));
      if (left.length > 0) await aborted(clock.timeout(retryMs));
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      if (!(await store(batch))) void storeEach(batch);
    }
    isWriting = false;
  }

  return {
    write: (made) =>
      new Promise((resolve) => {
        waiting.push({ made, resolve });
        if (!isWriting) void writeAll();
      }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

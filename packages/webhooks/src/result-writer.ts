import type { Clock, Logger } from '@stepward/core';
import { oncePerMinute, type MadeAttempt, type OutboxService } from '@stepward/core/adapter';
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
}

/** Results of one statement at most. */
const MAX_BATCH = 200;

interface Waiting {
  readonly made: MadeAttempt;
  readonly resolve: (decision: AttemptDecision | null) => void;
}

/**
 * Stores results in batches: while one batch is written, the next one collects. If a batch cannot be stored, each
 * result is retried separately until its lease ends; then the queue treats the attempt as interrupted, and it is made
 * again.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const { outbox, owner, clock, logger, retryMs } = options;
  const mayWarn = oncePerMinute(clock);
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function store(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const decisions = await outbox.finish(
        owner,
        batch.map(({ made }) => made),
      );
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

  async function storeAlone(one: Waiting): Promise<void> {
    const { leaseUntil, delivery } = one.made.attempt;
    while (!(await store([one]))) {
      if (clock.now() >= leaseUntil) {
        const { deliveryId, attempt } = delivery;
        logger.error({ owner, deliveryId, attempt }, 'the result of an attempt is lost');
        one.resolve(null);
        return;
      }
      await aborted(clock.timeout(retryMs));
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      if (!(await store(batch))) await Promise.all(batch.map(storeAlone));
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

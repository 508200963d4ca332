import type { Clock } from '@stepward/core';
import { msBetween, type OutboxService } from '@stepward/core/adapter';
import type { WebhookMetrics } from '../webhook-metrics.js';
import type { DeliveryRun } from './delivery-run.js';
import { inTime } from '../waiting/timers.js';

export interface QueueMeterOptions {
  readonly outbox: Pick<OutboxService, 'queueState'>;
  readonly run: Pick<DeliveryRun, 'oldestDueAt' | 'sinkLags' | 'countsQueue'>;
  readonly metrics: Pick<WebhookMetrics, 'queueLag' | 'queueCounts' | 'sinkLag'>;
  readonly clock: Clock;
}

/** Milliseconds after which a database that does not answer is taken to be away. */
const WAIT_MS = 5_000;

/**
 * Returns a function that measures the queue and the worker's sinks, and reports them. The owner of the first shard counts what
 * waits, so that it is counted once however many workers there are. Where the lag cannot be measured, the time since the last
 * measurement is added to that, because a gauge that kept its value would hide that nothing is delivered.
 *
 * @throws what the measurement throws
 */
export function createQueueMeter(options: QueueMeterOptions): () => Promise<void> {
  const { outbox, run, metrics, clock } = options;
  let last = { lagMs: 0, at: clock.now() };

  /** What the worker knows is newer than what it has told storage. */
  function ownLag(now: Date): number {
    const dueAt = run.oldestDueAt(now);
    return dueAt === null ? 0 : msBetween(dueAt, now);
  }

  return async () => {
    try {
      const { lagMs, counts } = await inTime(clock, WAIT_MS, () =>
        outbox.queueState({ counts: run.countsQueue() }),
      );
      metrics.queueCounts(counts);
      last = { lagMs, at: clock.now() };
    } finally {
      const now = clock.now();
      metrics.queueLag(Math.max(last.lagMs + msBetween(last.at, now), ownLag(now)));
      for (const { sink, lagMs } of run.sinkLags(now)) metrics.sinkLag(sink, lagMs);
    }
  };
}

import type { Clock } from '@stepward/core';
import { msBetween, type OutboxService } from '@stepward/core/adapter';
import type { WebhookMetrics } from './webhook-metrics.js';

export interface LagMeterOptions {
  readonly outbox: Pick<OutboxService, 'queueLag'>;
  readonly metrics: Pick<WebhookMetrics, 'queueLag'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Returns a function that measures the queue's lag and reports it. Where it cannot be measured, the time since the last
 * measurement is added to that, because a gauge that kept its value would hide that nothing is delivered.
 *
 * @throws what the measurement throws
 */
export function createLagMeter({ outbox, metrics, clock }: LagMeterOptions): () => Promise<void> {
  let last = { lagMs: 0, at: clock.now() };
  return async () => {
    try {
      last = { lagMs: await outbox.queueLag(), at: clock.now() };
    } finally {
      metrics.queueLag(last.lagMs + msBetween(last.at, clock.now()));
    }
  };
}

import type { AttemptFailure, Clock, Logger } from '@stepward/core';
import {
  msBetween,
  oncePerMinute,
  type DeliveryState,
  type MadeAttempt,
  type MadeCall,
  type QueueCounts,
} from '@stepward/core/adapter';
import { reasonOf } from './reason-of.js';

/** The result of one attempt. */
export interface AttemptMeasurement {
  /** `retried`: another attempt will follow. `expired`: there would be one, but the event expires before. */
  readonly result: 'delivered' | 'retried' | 'exhausted' | 'expired';
  /** The status of the response; null if there was none. */
  readonly statusCode: number | null;
  /** Null if there was a response. */
  readonly failure: AttemptFailure | null;
  /** Milliseconds from when the request was signed to the answer. */
  readonly durationMs: number;
  /** Milliseconds between the attempt's due time and its start. */
  readonly lagMs: number;
  /** The handler that was called; null where a request was sent. */
  readonly handler: string | null;
}

/** One call of a sink, with events of one tenant. */
export interface PublishMeasurement {
  /** The sink's name. */
  readonly sink: string;
  /** How many events it was given. */
  readonly events: number;
  /** Null where it has stored them. Otherwise they come again. */
  readonly failure: 'sink_failed' | 'timed_out' | null;
  /** Milliseconds. */
  readonly durationMs: number;
}

/** Receives the metrics of a worker. An error is logged, at most once a minute, and changes nothing else. */
export interface WebhookMetrics {
  /**
   * The metrics of one database, where tenants are spread over several; the worker reports each of them apart. Left out, all
   * report to the same.
   */
  ofDatabase?(name: string): WebhookMetrics;
  attempted(measurement: AttemptMeasurement): void;
  /** A batch of attempts that began: how many deliveries it took, and the milliseconds in which they were read. */
  started(count: number, durationMs: number): void;
  /**
   * Milliseconds for which the longest waiting delivery has been due; 0 if no delivery is due. While the queue cannot be
   * reached, the last value plus the time since.
   */
  queueLag(lagMs: number): void;
  /**
   * What waits, of all tenants, every 15 seconds, by one of the workers over a queue; null where another worker counts: the
   * largest of all workers counts.
   */
  queueCounts(counts: QueueCounts | null): void;
  /**
   * The worker has renewed its lease, every 5 seconds, and owns that many of the 64 shards of subscribers; null once it
   * has stopped. Where it is not called for 15 seconds, the worker cannot reach the queue and delivers nothing.
   */
  held(shards: number | null): void;
  /** Shards that another worker took, because the lease of this one had ended: what was in progress is sent again. */
  lost(shards: number): void;
  published(measurement: PublishMeasurement): void;
  /**
   * Milliseconds since the oldest event was emitted that a sink has not stored yet; 0 where nothing waits, and where another
   * worker publishes to it: the largest of all workers counts.
   */
  sinkLag(sink: string, lagMs: number): void;
}

/** Discards all metrics. */
export const noMetrics: WebhookMetrics = {
  attempted: () => undefined,
  started: () => undefined,
  queueLag: () => undefined,
  queueCounts: () => undefined,
  held: () => undefined,
  lost: () => undefined,
  published: () => undefined,
  sinkLag: () => undefined,
};

/** Wraps metrics so that they do not throw. */
export function failSafeMetrics(
  metrics: WebhookMetrics,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): WebhookMetrics {
  const mayWarn = oncePerMinute(clock);
  function report(measure: () => void): void {
    try {
      measure();
    } catch (thrown) {
      if (mayWarn()) {
        logger.warn({ reason: reasonOf(thrown) }, 'a measurement could not be reported');
      }
    }
  }
  return {
    attempted: (measurement) => report(() => metrics.attempted(measurement)),
    started: (count, durationMs) => report(() => metrics.started(count, durationMs)),
    queueLag: (lagMs) => report(() => metrics.queueLag(lagMs)),
    queueCounts: (counts) => report(() => metrics.queueCounts(counts)),
    held: (shards) => report(() => metrics.held(shards)),
    lost: (shards) => report(() => metrics.lost(shards)),
    published: (measurement) => report(() => metrics.published(measurement)),
    sinkLag: (sink, lagMs) => report(() => metrics.sinkLag(sink, lagMs)),
  };
}

function resultOf(status: DeliveryState['status']): AttemptMeasurement['result'] {
  if (status === 'delivered' || status === 'expired') return status;
  return status === 'pending' ? 'retried' : 'exhausted';
}

export function measureAttempt(
  made: MadeAttempt | MadeCall,
  { status }: DeliveryState,
): AttemptMeasurement {
  const { delivery, startedAt, outcome, finishedAt } = made;
  return {
    result: resultOf(status),
    statusCode: outcome.type === 'answered' ? outcome.status : null,
    failure: outcome.type === 'failed' ? outcome.reason : null,
    durationMs: msBetween(startedAt, finishedAt),
    lagMs: msBetween(delivery.dueAt, startedAt),
    handler: made.type === 'made_call' ? made.handler : null,
  };
}

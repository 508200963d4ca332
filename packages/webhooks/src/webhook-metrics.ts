import type { AttemptFailure } from '@stepward/core';

/** The result of one attempt. */
export interface AttemptMeasurement {
  /** `delivered`, `retried` (another attempt will follow) or `exhausted`. */
  readonly result: 'delivered' | 'retried' | 'exhausted';
  /** The answer's status; null where none came. */
  readonly statusCode: number | null;
  /** Null where an answer came. */
  readonly failure: AttemptFailure | null;
  /** Milliseconds from the claim to the answer. */
  readonly durationMs: number;
  /** Milliseconds that the attempt was due before it was begun. */
  readonly lagMs: number;
}

/** Where a worker reports what an operator wants to see. It must not throw. */
export interface WebhookMetrics {
  attempted(measurement: AttemptMeasurement): void;
  /** One claim: how many deliveries it took, and the milliseconds it lasted. */
  claimed(count: number, durationMs: number): void;
  /** Milliseconds for which the longest waiting delivery has been due; 0 if no delivery is due. */
  queueLag(lagMs: number): void;
}

/** Discards all metrics. */
export const noMetrics: WebhookMetrics = {
  attempted: () => undefined,
  claimed: () => undefined,
  queueLag: () => undefined,
};

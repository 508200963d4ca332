import type { WebhookRequest } from '@stepward/core/adapter';

/** How many attempts a process makes at a time, whether it is a worker, a job queue or a bare loop. */
export const CONCURRENCY = 256;

/** What takes deliveries out of a queue: this worker, or a job queue with one job for each delivery. */
export const ENGINES = ['stepward', 'pg-boss', 'pg-boss work', 'graphile-worker'] as const;
export type Engine = (typeof ENGINES)[number];

/**
 * The orders to a delivery process: to keep requests, to post those in a bare loop; to deliver, and to look for work at once if it
 * does; to stop that, to tell its usage; to hold all connections of its pool or to let them go, and to set its clock.
 */
export type DeliveryOrder =
  | { readonly type: 'keep'; readonly requests: readonly WebhookRequest[] }
  | { readonly type: 'post' }
  | { readonly type: 'work'; readonly engine: Engine }
  | { readonly type: 'stop' }
  | { readonly type: 'usage' }
  | { readonly type: 'hold' }
  | { readonly type: 'let go' }
  | { readonly type: 'set clock'; readonly offsetMs: number };

/**
 * What it answers: that an order is carried out, and the processor time it has used since it began; or, while it works,
 * how many more deliveries are stored as delivered.
 */
export type DeliveryReport =
  | { readonly type: 'done'; readonly cpuMs: number }
  | { readonly type: 'delivered'; readonly count: number }
  | { readonly type: 'failed'; readonly reason: string };

import type { WebhookRequest } from '@stepward/core/adapter';

/** How many attempts a process makes at a time, whether it is a worker or a bare loop. */
export const CONCURRENCY = 256;

/** The orders to a delivery process: to keep requests, to post those in a bare loop, to be a worker, to stop that. */
export type DeliveryOrder =
  | { readonly type: 'keep'; readonly requests: readonly WebhookRequest[] }
  | { readonly type: 'post' }
  | { readonly type: 'work'; readonly perSubscriber: number }
  | { readonly type: 'stop' };

/** What it answers: that an order is carried out; or, while it works, how many more deliveries are stored as delivered. */
export type DeliveryReport =
  | { readonly type: 'done' }
  | { readonly type: 'delivered'; readonly count: number }
  | { readonly type: 'failed'; readonly reason: string };

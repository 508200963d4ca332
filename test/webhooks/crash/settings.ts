import type { DeliveryWorkerOptions } from '@stepward/webhooks';

/** Attempts that one worker has under way at once: what a kill can double at most. */
export const IN_FLIGHT = 4;

/** The same for the workers that die and for the one that cleans up after them. */
export const workerSettings: Pick<
  DeliveryWorkerOptions,
  'concurrency' | 'perSubscriber' | 'purgeMs'
> = { concurrency: IN_FLIGHT, perSubscriber: 3, purgeMs: null };

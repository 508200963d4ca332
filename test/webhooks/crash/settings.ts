import type { DeliveryWorkerOptions } from '@stepward/webhooks';

const IN_FLIGHT = 4;

/** What a kill can double at most: attempts under way, and as many results that wait to be stored. */
export const UNRECORDED = 2 * IN_FLIGHT;

/** The same for the workers that die and for the one that cleans up after them. */
export const workerSettings: Pick<
  DeliveryWorkerOptions,
  'concurrency' | 'perSubscriber' | 'purgeMs'
> = { concurrency: IN_FLIGHT, perSubscriber: 3, purgeMs: null };

/** What workers read and write. */
export { lastArrivals } from './arrivals.js';
export { createDeliveryQueue } from './delivery-queue.js';
export { purgeHandlers } from './handlers.js';

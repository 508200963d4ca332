/** What workers read and write. */
export { lastArrivals } from './arrivals.js';
export { createDeliveryQueue } from './delivery-queue.js';
export { createNews } from './news.js';

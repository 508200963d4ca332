/** Events, subscribers and deliveries. */
export { ATTEMPT, DELIVERY, dueDelivery, putDelivery } from './delivery-rows.js';
export { deliveryStore } from './delivery-store.js';
export { appendEvent, EVENT, eventStore, logEvent } from './event-store.js';
export { SUBSCRIBER, subscriberStore } from './subscriber-store.js';

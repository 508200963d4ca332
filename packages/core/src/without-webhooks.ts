import type { DeliveryQueue } from './ports/delivery-queue.js';
import type { Storage } from './ports/storage.js';
import type { DeliveryStore, SubscriberStore, WebhookStorage } from './ports/webhook-storage.js';
import { membersOf } from './with-directory.js';

/**
 * Stands in for webhook storage when the adapter has none: no subscribers exist and no shard is owned. Lists are
 * empty, and a request that names a subscriber gets `subscriber_not_found`.
 */
export function withoutWebhooks(storage: Pick<Storage, 'run'>): WebhookStorage {
  return {
    run: (scope, work) =>
      storage.run(scope, (stores) =>
        work({ ...membersOf(stores), subscribers: NOBODY, deliveries: NO_DELIVERIES }),
      ),
    queue: NO_QUEUE,
    purge: () => Promise.resolve(),
  };
}

const NO_QUEUE: DeliveryQueue = {
  hold: () => Promise.resolve({ owned: [], fairShare: 0 }),
  arrivals: () => Promise.resolve({ arrived: { events: [], deliveries: [] }, cursor: '' }),
  waiting: () => Promise.resolve({ events: [], subscribers: [], next: null }),
  load: (windows) => Promise.resolve(windows.map(() => [])),
  dispatch: () => Promise.resolve({ unfinished: [], unreached: [], lost: [] }),
  open: (deliveries) => Promise.resolve(deliveries.map(() => null)),
  finish: () => Promise.resolve({ stored: [], failing: [], lost: [] }),
  queueLag: () => Promise.resolve(0),
  listen: () => Promise.resolve(null),
};

const EMPTY_PAGE = { items: [], nextPosition: null };

/** Never reached: services write webhook data only with the option `webhooks`, which `createStepward` refuses here. */
const refuse = (): Promise<never> =>
  Promise.reject(new TypeError('this storage carries no webhooks'));

const NOBODY: SubscriberStore = {
  list: () => Promise.resolve(EMPTY_PAGE),
  put: refuse,
  delete: refuse,
};

const NO_DELIVERIES: DeliveryStore = {
  find: () => Promise.resolve(null),
  list: () => Promise.resolve(EMPTY_PAGE),
  enqueue: refuse,
};

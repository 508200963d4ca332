import type { DeliveryQueue } from './ports/delivery-queue.js';
import type { Storage, StorageWithWebhooks, WebhookStorage } from './ports/storage.js';
import type { DeliveryStore, SubscriberStore } from './ports/webhook-stores.js';
import { requireTenantId } from './shared/tenant-id.js';

/** Never reached: services write webhook data only with the option `webhooks`, which `createStepward` refuses here. */
const refuse = (): Promise<never> =>
  Promise.reject(new TypeError('this storage carries no webhooks'));

const NO_QUEUE: DeliveryQueue = {
  hold: () => Promise.resolve({ owned: [], fairShare: 0 }),
  arrivals: () => Promise.resolve({ arrived: { events: [], deliveries: [] }, cursor: '' }),
  waiting: () => Promise.resolve({ events: [], subscribers: [], next: null }),
  load: (windows) => Promise.resolve(windows.map(() => [])),
  dispatch: () => Promise.resolve({ made: [], unfinished: [], unreached: [], lost: [] }),
  open: (deliveries) => Promise.resolve(deliveries.map(() => null)),
  finish: () => Promise.resolve({ stored: [], failing: [], freed: [], lost: [] }),
  queueState: () => Promise.resolve({ lagMs: 0, handlers: [], counts: null }),
  listen: () => Promise.resolve(null),
};

const EMPTY_PAGE = { items: [], nextPosition: null };

const NOBODY: SubscriberStore = {
  list: () => Promise.resolve(EMPTY_PAGE),
  put: refuse,
  clearFailures: refuse,
  delete: refuse,
};

const NO_DELIVERIES: DeliveryStore = {
  find: () => Promise.resolve(null),
  list: () => Promise.resolve(EMPTY_PAGE),
  enqueue: refuse,
  order: refuse,
};

/**
 * Returns the storage of webhooks. Where the adapter carries none, no subscribers exist and no shard is owned: lists are
 * empty, and a request that names a subscriber gets `subscriber_not_found`.
 */
export function webhookStorageOf(storage: Storage): WebhookStorage {
  return carriesWebhooks(storage) ? storage : WITHOUT_WEBHOOKS;
}

function carriesWebhooks(storage: Storage): storage is StorageWithWebhooks {
  return storage.queue !== null;
}

const WITHOUT_WEBHOOKS: WebhookStorage = {
  async run({ tenantId }, work) {
    requireTenantId(tenantId);
    return work({
      subscribers: NOBODY,
      deliveries: NO_DELIVERIES,
      events: { list: () => Promise.resolve(EMPTY_PAGE) },
      record: refuse,
    });
  },
  queue: NO_QUEUE,
};

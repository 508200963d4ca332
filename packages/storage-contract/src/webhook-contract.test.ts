import { describe, expect, it } from 'vitest';
import type { StorageWithWebhooks } from '@stepward/core';
import {
  ALL_SHARDS,
  type ArrivalCursor,
  type DeliveryQueue,
  type Fence,
  type FinishedDelivery,
  type PreparedEvent,
  type WebhookStores,
} from '@stepward/core/adapter';
import { createMemoryStorage } from '@stepward/testing';
import { addMs, hours } from './duration.js';
import { MANY, OTHER_WORKER } from './webhook-host.js';
import { storageContract, webhookStorageContract } from './index.js';

describe('the contract of storage that carries webhooks', () => {
  it.each<[string, (storage: StorageWithWebhooks) => StorageWithWebhooks, RegExp]>([
    ['writes data its own way', reserialising, /^an event comes back as it was appended/],
    ['keeps tenants in one heap', mixingTenants, /^one event id in two tenants/],
    [
      'sends everything to every subscriber',
      reachingAll,
      /^an event makes one delivery for each sub/,
    ],
    ['commits on its own', withTransaction, /^a roll-back of the host's transaction/],
    [
      'sets what the queue knows better',
      replacing,
      /^a stored subscriber keeps what the queue knows/,
    ],
    ['invents deliveries', insertingAlways, /^no delivery is inserted for an event/],
    ['replays without end', replayingAll, /^a long replay goes on where it stopped/],
    ['dispatches without a limit', withQueue(unlimited), /^an event with many subscribers goes on/],
    ['dispatches for any worker', withQueue(unfencedDispatch), /^a worker that lost its shards/],
    ['takes any result', withQueue(unfencedFinish), /^a worker that lost its shards/],
    ['takes a result again', withQueue(countingAgain), /^a result that is stored again/],
    ['says that all is stored', withQueue(tellingStored), /^a result that is stored again/],
    [
      'gives arrivals again',
      withQueue(readingAgain),
      /^a read from a cursor gives what has arrived/,
    ],
    [
      'tells all that arrived, however much it is',
      withQueue(tellingAll),
      /^what has arrived is not told where it is more/,
    ],
    ['ends a list early', withQueue(endingEarly), /^what waits is given page by page/],
    ['lists all shards', withQueue(forgettingShards), /^what waits is given page by page/],
    ['gives nothing back', withQueue(keepingAll), /^the shards of a worker that left/],
    ['dispatches tenant by tenant', withQueue(tenantByTenant), /^tenants take turns in a dispatch/],
    ['returns nothing that it made', withQueue(makingSilently), /^a dispatch returns the due/],
    ['passes arrivals over', withQueue(passingOver), /^a reader that goes from cursor to cursor/],
    [
      'mixes first attempts and others',
      withQueue(mixingTurns),
      /^a window gives a subscriber's next/,
    ],
    [
      'opens what has ended',
      withQueue(openingAgain),
      /^a delivery that has ended, or is not there/,
    ],
    [
      'lets nothing go on',
      withQueue(freeingNothing),
      /^of the events of one key the next comes due/,
    ],
    ['orders everything again', endingNoOrder, /^where the order of a subscriber ends/],
    ['gives each worker all shards', withQueue(ownedByAll), /^20 parallel workers that hold/],
    ['never ends a lease', withQueue(leasingForEver), /^the shards of a worker that left/],
    [
      'counts guests',
      withQueue(countingGuests),
      /^one that takes what is free counts for no share/,
    ],
    [
      'names no failing subscriber',
      withQueue(withoutFailing),
      /^a subscriber fails since its first failure/,
    ],
    ['believes any URL', withQueue(believingAnyUrl), /^an attempt to a URL that the subscriber/],
    ['never purges', neverPurging, /^purge keeps events for 30 days/],
    ['purges an hour early', purgingEarly, /^purge leaves ended deliveries as they were/],
  ])('refuses a storage that %s', async (_, broken, name) => {
    const cases = [...storageContract, ...webhookStorageContract];
    const refusing = cases.find((one) => name.test(one.name));
    const createBroken = () => Promise.resolve(broken(createMemoryStorage()));
    await expect(refusing?.run(createBroken)).rejects.toThrow();
  });
});

function withStores(
  storage: StorageWithWebhooks,
  change: (stores: WebhookStores) => Partial<WebhookStores>,
): StorageWithWebhooks {
  return {
    ...storage,
    run: (scope, work) => storage.run(scope, (stores) => work({ ...stores, ...change(stores) })),
  };
}

function withQueue(
  change: (queue: DeliveryQueue) => Partial<DeliveryQueue>,
): (storage: StorageWithWebhooks) => StorageWithWebhooks {
  return (storage) => {
    const { queue } = storage;
    return { ...storage, queue: { ...queue, ...change(queue) } };
  };
}

function reserialising(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withEvents(storage, ({ event, ...others }) => {
    const data = JSON.stringify(JSON.parse(event.data));
    return { event: { ...event, data }, ...others };
  });
}

function mixingTenants(storage: StorageWithWebhooks): StorageWithWebhooks {
  return { ...storage, run: (scope, work) => storage.run({ ...scope, tenantId: 'one' }, work) };
}

function reachingAll(storage: StorageWithWebhooks): StorageWithWebhooks {
  const patterns = ['*', 'to.all', 'to.1', 'to.2', 'to.3'];
  return withEvents(storage, (event) => ({ ...event, patterns }));
}

function withEvents(
  storage: StorageWithWebhooks,
  change: (event: PreparedEvent) => PreparedEvent,
): StorageWithWebhooks {
  return withStores(storage, ({ record }) => ({
    record: ({ events, ...others }) => record({ ...others, events: events.map(change) }),
  }));
}

function withTransaction(storage: StorageWithWebhooks): StorageWithWebhooks {
  const query = () => Promise.resolve({ rows: [], rowCount: 0 });
  return withStores(storage, () => ({ transaction: { query } }));
}

function replacing(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ subscribers }) => ({
    subscribers: {
      ...subscribers,
      async put(subscriber) {
        await subscribers.delete(subscriber.id);
        return subscribers.put(subscriber);
      },
    },
  }));
}

function insertingAlways(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: {
      ...deliveries,
      enqueue: async (request) => ({ ...(await deliveries.enqueue(request)), count: 1 }),
    },
  }));
}

function replayingAll(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: {
      ...deliveries,
      enqueue: (request) =>
        deliveries.enqueue(request.type === 'replay' ? { ...request, limit: 1_000 } : request),
    },
  }));
}

function unlimited(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return { dispatch: (fence, from) => queue.dispatch(fence, from, MANY) };
}

/** The fence of the present owner of the shards: the other worker of the case. */
async function currentFence(queue: DeliveryQueue): Promise<Fence> {
  const worker = OTHER_WORKER;
  const { owned } = await queue.hold({ ...HOLD, worker, takes: 'none' });
  return { worker, shards: owned };
}

function unfencedDispatch(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async dispatch(fence, from, limit) {
      const { lost, ...dispatched } = await queue.dispatch(fence, from, limit);
      if (lost.length > 0) await queue.dispatch(await currentFence(queue), from, limit);
      return { ...dispatched, lost };
    },
  };
}

function unfencedFinish(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async finish(fence, finished) {
      const outcome = await queue.finish(fence, finished);
      if (outcome.lost.length > 0) await queue.finish(await currentFence(queue), finished);
      return outcome;
    },
  };
}

function tellingStored(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async finish(fence, finished) {
      const outcome = await queue.finish(fence, finished);
      return { ...outcome, stored: finished.map(() => true) };
    },
  };
}

function countingAgain(queue: DeliveryQueue): Partial<DeliveryQueue> {
  const counts = new Map<string, number>();
  return {
    finish(fence, finished) {
      const renumbered = finished.map((each) => {
        const attempts = counts.get(each.deliveryId) ?? 0;
        counts.set(each.deliveryId, attempts + 1);
        return { ...each, attempts, log: each.log && { ...each.log, number: attempts + 1 } };
      });
      return queue.finish(fence, renumbered);
    },
  };
}

function readingAgain(queue: DeliveryQueue): Partial<DeliveryQueue> {
  let first: ArrivalCursor | null = null;
  return {
    async arrivals(shards, after, limit) {
      first ??= after;
      return queue.arrivals(shards, after && first, limit);
    },
  };
}

function passingOver(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async arrivals(shards, after, limit) {
      const { arrived, cursor } = await queue.arrivals(shards, after, limit);
      return { arrived: arrived && { ...arrived, events: arrived.events.slice(1) }, cursor };
    },
  };
}

function tellingAll(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return { arrivals: (shards, after) => queue.arrivals(shards, after, 1_000) };
}

function endingEarly(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async waiting(shards, after, limit) {
      const page = await queue.waiting(shards, after, limit);
      return { ...page, next: page.subscribers.length === 0 ? page.next : null };
    },
  };
}

function forgettingShards(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return { waiting: (_, after, limit) => queue.waiting(ALL_SHARDS, after, limit) };
}

function keepingAll(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    hold: ({ release, ...request }) =>
      queue.hold({ ...request, release: release === 'all' ? [] : release }),
  };
}

function tenantByTenant(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async dispatch(fence, from, limit) {
      const [first, ...others] = from;
      if (first === undefined) return queue.dispatch(fence, from, limit);
      const outcome = await queue.dispatch(fence, [first], limit);
      return { ...outcome, unreached: [...outcome.unreached, ...others] };
    },
  };
}

function makingSilently(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    dispatch: async (...args) => ({ ...(await queue.dispatch(...args)), made: [] }),
  };
}

function mixingTurns(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    load: (windows) => queue.load(windows.map((window) => ({ ...window, isLate: false }))),
  };
}

function openingAgain(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async open(deliveries) {
      const opened = await queue.open(deliveries);
      const known = opened.find((each) => each !== null) ?? null;
      return opened.map((each) => each ?? known);
    },
  };
}

function ownedByAll(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    async hold(request) {
      const { fairShare } = await queue.hold(request);
      return { owned: ALL_SHARDS.map((shard) => ({ shard, epoch: 1 })), fairShare };
    },
  };
}

function leasingForEver(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return { hold: (request) => queue.hold({ ...request, leaseMs: hours(1) }) };
}

function countingGuests(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return { hold: (request) => queue.hold({ ...request, takes: 'share' }) };
}

function believingAnyUrl({ finish }: DeliveryQueue): Partial<DeliveryQueue> {
  const atNewUrl = (each: FinishedDelivery): FinishedDelivery => {
    const health = each.health && { ...each.health, url: 'https://new.example.com/' };
    return { ...each, health };
  };
  return { finish: (fence, finished) => finish(fence, finished.map(atNewUrl)) };
}

function withoutFailing(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    finish: async (fence, finished) => ({ ...(await queue.finish(fence, finished)), failing: [] }),
  };
}

function freeingNothing(queue: DeliveryQueue): Partial<DeliveryQueue> {
  return {
    finish: async (fence, finished) => ({ ...(await queue.finish(fence, finished)), freed: [] }),
  };
}

function endingNoOrder(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: { ...deliveries, order: () => Promise.resolve() },
  }));
}

const HOLD = { leaseMs: hours(1), release: [], oldestDueAt: null } as const;

function neverPurging(storage: StorageWithWebhooks): StorageWithWebhooks {
  return { ...storage, purge: () => Promise.resolve() };
}

function purgingEarly(storage: StorageWithWebhooks): StorageWithWebhooks {
  return {
    ...storage,
    purge: ({ deliveriesUntil, ...expiry }) =>
      storage.purge({ ...expiry, deliveriesUntil: addMs(deliveriesUntil, hours(1)) }),
  };
}

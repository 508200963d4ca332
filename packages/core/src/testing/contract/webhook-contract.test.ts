import { describe, expect, it } from 'vitest';
import type { DeliveryQueue } from '../../ports/delivery-queue.js';
import type { Storage, Stores } from '../../ports/storage.js';
import { addMs, hours } from '../../shared/duration.js';
import type { TenantShares } from '../../webhooks/share-slots.js';
import { UNRESERVED } from './webhook-host.js';
import { createMemoryStorage } from '../memory-storage.js';
import { storageContract } from './index.js';

describe('the storage contract', () => {
  it.each<[string, (storage: Storage) => Storage, RegExp]>([
    ['writes data its own way', reserialising, /^an event comes back as it was appended/],
    ['keeps tenants in one heap', mixingTenants, /^one event id in two tenants/],
    ['sends everything to everybody', reachingAll, /^an event makes one delivery for each sub/],
    ['commits on its own', withTransaction, /^a roll-back of the host's transaction/],
    ['sets what the queue knows better', replacing, /^an update clears since when/],
    ['invents deliveries', insertingAlways, /^no delivery is inserted for an event/],
    ['replays without end', replayingAll, /^a long replay goes on where it stopped/],
    ['leases for no time', leasing({ lease: 0 }), /^a leased delivery is not claimed again/],
    [
      'leases for ever',
      leasing({ lease: hours(1_000) }),
      /^a leased delivery is not claimed again/,
    ],
    [
      'leases what is not due',
      leasing({ ahead: hours(1) }),
      /^a claim takes a delivery from its due time/,
    ],
    ['knows no share', leasing({ perSubscriber: 1_000 }), /^no subscriber has more deliveries/],
    ['knows no share in parallel', leasing({ perSubscriber: 1_000 }), /^10 parallel claims never/],
    ['knows no tenants', leasing({ tenants: UNRESERVED }), /^what a tenant has under way/],
    ['knows no limit', leasing({ limit: 1_000 }), /^a claim takes no more than its limit/],
    ['begins anew each time', leasing({ after: null }), /^claims go round all subscribers/],
    ['gives the last first', givingLastFirst, /^a claim gives first attempts before retries/],
    ['forgets what it leased', givingTwice, /^parallel claims of two owners never give/],
    ['takes any record', unfenced, /^an attempt whose lease passed to another/],
    ['names no failing subscriber', withoutFailing, /^a subscriber fails since its first failure/],
    ['never purges', neverPurging, /^purge keeps events for 30 days/],
    ['purges an hour early', purgingEarly, /^purge leaves ended deliveries as they were/],
  ])('refuses a storage that %s', async (_, broken, name) => {
    const refusing = storageContract.find((one) => name.test(one.name));
    const createBroken = () => Promise.resolve(broken(createMemoryStorage()));
    await expect(refusing?.run(createBroken)).rejects.toThrow();
  });
});

function withStores(storage: Storage, change: (stores: Stores) => Partial<Stores>): Storage {
  return {
    ...storage,
    run: (scope, work) => storage.run(scope, (stores) => work({ ...stores, ...change(stores) })),
  };
}

function withQueue(
  storage: Storage,
  change: (queue: DeliveryQueue) => Partial<DeliveryQueue>,
): Storage {
  const { deliveryQueue } = storage;
  return { ...storage, deliveryQueue: { ...deliveryQueue, ...change(deliveryQueue) } };
}

function reserialising(storage: Storage): Storage {
  return withStores(storage, ({ events }) => ({
    events: {
      ...events,
      append: ({ data, ...event }, patterns) =>
        events.append({ ...event, data: JSON.stringify(JSON.parse(data)) }, patterns),
    },
  }));
}

function mixingTenants(storage: Storage): Storage {
  return { ...storage, run: (scope, work) => storage.run({ ...scope, tenantId: 'one' }, work) };
}

function reachingAll(storage: Storage): Storage {
  return withStores(storage, ({ events, subscribers }) => ({
    events: {
      ...events,
      async append(event) {
        const { items } = await subscribers.list({ limit: 100, position: null });
        return events.append(
          event,
          items.flatMap(({ eventTypes }) => eventTypes),
        );
      },
    },
  }));
}

function withTransaction(storage: Storage): Storage {
  const query = () => Promise.resolve({ rows: [], rowCount: 0 });
  return withStores(storage, () => ({ transaction: { query } }));
}

function replacing(storage: Storage): Storage {
  return withStores(storage, ({ subscribers }) => ({
    subscribers: { ...subscribers, update: (subscriber) => subscribers.insert(subscriber) },
  }));
}

function insertingAlways(storage: Storage): Storage {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: {
      ...deliveries,
      insert: (delivery) => deliveries.insert(delivery).then(() => true),
    },
  }));
}

function replayingAll(storage: Storage): Storage {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: {
      ...deliveries,
      replay: (request) => deliveries.replay({ ...request, limit: 1_000 }),
    },
  }));
}

/** A queue that claims as it likes. */
function leasing({
  lease,
  ahead = 0,
  ...rules
}: {
  readonly lease?: number;
  readonly ahead?: number;
  readonly perSubscriber?: number;
  readonly limit?: number;
  readonly tenants?: TenantShares;
  readonly after?: null;
}): (storage: Storage) => Storage {
  return (storage) =>
    withQueue(storage, (queue) => ({
      claim: (request) => {
        const leaseUntil = lease === undefined ? request.leaseUntil : addMs(request.now, lease);
        return queue.claim({ ...request, now: addMs(request.now, ahead), leaseUntil, ...rules });
      },
    }));
}

function givingLastFirst(storage: Storage): Storage {
  return withQueue(storage, (queue) => ({
    async claim(request) {
      const { deliveries, after } = await queue.claim(request);
      return { deliveries: deliveries.toReversed(), after };
    },
  }));
}

function givingTwice(storage: Storage): Storage {
  return withQueue(storage, (queue) => {
    let last: Awaited<ReturnType<DeliveryQueue['claim']>> | null = null;
    return {
      async claim(request) {
        const again = last;
        last = again === null ? await queue.claim(request) : null;
        return again ?? last ?? queue.claim(request);
      },
    };
  });
}

/** Whatever attempt is recorded, the delivery takes it for its latest. */
function unfenced(storage: Storage): Storage {
  return withQueue(storage, (queue) => {
    const latest = new Map<string, { readonly owner: string; readonly attempt: number }>();
    return {
      async claim(request) {
        const batch = await queue.claim(request);
        for (const { deliveryId, attempt } of batch.deliveries) {
          latest.set(deliveryId, { owner: request.owner, attempt });
        }
        return batch;
      },
      finish: (attempts) =>
        queue.finish(attempts.map((each) => ({ ...each, ...latest.get(each.deliveryId) }))),
    };
  });
}

function withoutFailing(storage: Storage): Storage {
  return withQueue(storage, (queue) => ({
    finish: (attempts) => queue.finish(attempts).then(() => []),
  }));
}

function neverPurging(storage: Storage): Storage {
  return { ...storage, purge: () => Promise.resolve() };
}

function purgingEarly(storage: Storage): Storage {
  return { ...storage, purge: (now) => storage.purge(addMs(now, hours(1))) };
}

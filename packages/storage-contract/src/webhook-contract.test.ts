import { describe, expect, it } from 'vitest';
import type { StorageWithWebhooks, WebhookStorage } from '@stepward/core';
import type { ClaimRequest, DeliveryQueue, WebhookStores } from '@stepward/core/adapter';
import { createMemoryStorage } from '@stepward/testing';
import { addMs, hours } from './duration.js';
import { UNRESERVED } from './webhook-host.js';
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
    ['starts again each time', leasing({ after: null }), /^claims go round all subscribers/],
    ['gives the last first', givingLastFirst, /^a claim gives first attempts before retries/],
    ['forgets what it leased', givingTwice, /^parallel claims of two owners never give/],
    ['takes any record', unfenced, /^an attempt whose lease passed to another/],
    ['names no failing subscriber', withoutFailing, /^a subscriber fails since its first failure/],
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
  const run: WebhookStorage['run'] = (scope, work) =>
    storage.webhooks.run(scope, (stores) => work({ ...stores, ...change(stores) }));
  return { ...storage, run, webhooks: { ...storage.webhooks, run } };
}

function withQueue(
  storage: StorageWithWebhooks,
  change: (queue: DeliveryQueue) => Partial<DeliveryQueue>,
): StorageWithWebhooks {
  const { queue } = storage.webhooks;
  return { ...storage, webhooks: { ...storage.webhooks, queue: { ...queue, ...change(queue) } } };
}

function reserialising(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ events }) => ({
    events: {
      ...events,
      append: ({ data, ...event }, patterns) =>
        events.append({ ...event, data: JSON.stringify(JSON.parse(data)) }, patterns),
    },
  }));
}

function mixingTenants(storage: StorageWithWebhooks): StorageWithWebhooks {
  const run: WebhookStorage['run'] = (scope, work) =>
    storage.webhooks.run({ ...scope, tenantId: 'one' }, work);
  return { ...storage, run, webhooks: { ...storage.webhooks, run } };
}

function reachingAll(storage: StorageWithWebhooks): StorageWithWebhooks {
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

function withTransaction(storage: StorageWithWebhooks): StorageWithWebhooks {
  const query = () => Promise.resolve({ rows: [], rowCount: 0 });
  return withStores(storage, () => ({ transaction: { query } }));
}

function replacing(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ subscribers }) => ({
    subscribers: { ...subscribers, update: (subscriber) => subscribers.insert(subscriber) },
  }));
}

function insertingAlways(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withStores(storage, ({ deliveries }) => ({
    deliveries: {
      ...deliveries,
      insert: (delivery) => deliveries.insert(delivery).then(() => true),
    },
  }));
}

function replayingAll(storage: StorageWithWebhooks): StorageWithWebhooks {
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
  readonly tenants?: ClaimRequest['tenants'];
  readonly after?: null;
}): (storage: StorageWithWebhooks) => StorageWithWebhooks {
  return (storage) =>
    withQueue(storage, (queue) => ({
      claim: (request) => {
        const leaseUntil = lease === undefined ? request.leaseUntil : addMs(request.now, lease);
        return queue.claim({ ...request, now: addMs(request.now, ahead), leaseUntil, ...rules });
      },
    }));
}

function givingLastFirst(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withQueue(storage, (queue) => ({
    async claim(request) {
      const { deliveries, after } = await queue.claim(request);
      return { deliveries: deliveries.toReversed(), after };
    },
  }));
}

function givingTwice(storage: StorageWithWebhooks): StorageWithWebhooks {
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

const FIRST = { owner: 'worker-1', attempt: 1 };

/** Whatever attempt is recorded, the delivery takes it for its latest. */
function unfenced(storage: StorageWithWebhooks): StorageWithWebhooks {
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
        queue.finish(
          attempts.map((each) => {
            const { owner, attempt } = latest.get(each.deliveryId) ?? FIRST;
            return { ...each, owner, log: { ...each.log, number: attempt } };
          }),
        ),
    };
  });
}

function withoutFailing(storage: StorageWithWebhooks): StorageWithWebhooks {
  return withQueue(storage, (queue) => ({
    finish: (attempts) => queue.finish(attempts).then(() => []),
  }));
}

function neverPurging(storage: StorageWithWebhooks): StorageWithWebhooks {
  return {
    ...storage,
    purge: () => Promise.resolve(),
    webhooks: { ...storage.webhooks, purge: () => Promise.resolve() },
  };
}

function purgingEarly(storage: StorageWithWebhooks): StorageWithWebhooks {
  const { webhooks } = storage;
  const purge: WebhookStorage['purge'] = (endedUntil) =>
    webhooks.purge(addMs(endedUntil, hours(1)));
  return { ...storage, webhooks: { ...webhooks, purge } };
}

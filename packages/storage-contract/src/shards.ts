import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import {
  ALL_SHARDS,
  type HeldShards,
  type HoldRequest,
  type OwnedShard,
  type QueueCounting,
  type QueueCounts,
  SHARD_COUNT,
} from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, inParallel } from './contract-host.js';
import { NOW, emit, uuid } from './event-samples.js';
import {
  DELIVERED,
  OTHER_WORKER,
  WORKER,
  attempted,
  dispatchAll,
  dueDeliveries,
  finish,
  leave,
  only,
  own,
  retryAt,
  subscribe,
} from './webhook-host.js';

/** How workers share out the shards. */
export const shardCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'workers that give back what is more than their share own all shards together, each one once',
    async run(createStorage) {
      const storage = await createStorage();
      for (const count of [1, 2, 3, 10, 63, 64, 200]) {
        const workers = Array.from({ length: count }, (_, index) => uuid(index));
        for (const worker of workers) await hold(storage, worker);
        for (const worker of workers) await holdShare(storage, worker);
        for (const worker of workers) await hold(storage, worker);
        const owned: number[] = [];
        for (const worker of workers) {
          const held = await hold(storage, worker);
          assert.equal(held.owned.length, held.fairShare);
          assert.ok(Math.abs(held.fairShare - SHARD_COUNT / count) < 1, 'the shares are not even');
          owned.push(...shardsOf(held));
        }
        assert.deepEqual(owned.toSorted(byNumber), ALL_SHARDS, `${String(count)} workers`);
        for (const worker of workers) await leave(storage, worker);
      }
    },
  },
  {
    name: 'one that takes what is free counts for no share, and gets nothing that another owns',
    async run(createStorage) {
      const storage = await createStorage();
      await hold(storage, WORKER);
      const guest = await hold(storage, OTHER_WORKER, { takes: 'free' });
      assert.deepEqual(guest, { owned: [], fairShare: SHARD_COUNT });
      assert.equal((await hold(storage, WORKER)).fairShare, SHARD_COUNT);
      await leave(storage, WORKER);
      assert.deepEqual(shardsOf(await hold(storage, OTHER_WORKER, { takes: 'free' })), ALL_SHARDS);
      assert.deepEqual((await hold(storage, WORKER)).owned, []);
    },
  },
  {
    name: 'one that stops keeps what it does not give back, takes nothing, and counts for no share',
    async run(createStorage) {
      const storage = await createStorage();
      await hold(storage, WORKER);
      const stopping = await hold(storage, WORKER, { takes: 'none', release: [1, 2] });
      assert.equal(stopping.fairShare, 0);
      assert.equal(stopping.owned.length, SHARD_COUNT - 2);
      const { owned, fairShare } = await hold(storage, OTHER_WORKER);
      assert.deepEqual([shardsOf({ owned }), fairShare], [[1, 2], SHARD_COUNT]);
      assert.equal((await hold(storage, WORKER, { takes: 'none' })).owned.length, SHARD_COUNT - 2);
    },
  },
  {
    name: 'a shard that is given back is free for others, and one of another worker cannot be given back',
    async run(createStorage) {
      const storage = await createStorage();
      await hold(storage, WORKER);
      const kept = await hold(storage, WORKER, { release: [3, 5] });
      assert.equal(kept.owned.length, SHARD_COUNT - 2);
      assert.deepEqual(shardsOf(await hold(storage, OTHER_WORKER, { release: [7] })), [3, 5]);
      await hold(storage, OTHER_WORKER, { release: [7] });
      assert.equal((await hold(storage, WORKER)).owned.length, SHARD_COUNT - 2);
    },
  },
  {
    name: 'the shards of a worker that left, or whose lease has ended, go to the next, each in a later epoch',
    async run(createStorage) {
      const storage = await createStorage();
      const epochs = new Map<number, number>();
      const held = async (worker: string, leaseMs = minutes(5)): Promise<void> => {
        const { owned } = await hold(storage, worker, { leaseMs });
        assert.equal(owned.length, SHARD_COUNT);
        for (const { shard, epoch } of owned) {
          assert.ok(epoch > (epochs.get(shard) ?? -1), 'an epoch came again');
          epochs.set(shard, epoch);
        }
      };
      await held(WORKER);
      await leave(storage, WORKER);
      await leave(storage, uuid(77));
      await held(OTHER_WORKER, 0);
      await held(WORKER, 0);
      await held(OTHER_WORKER);
      assert.deepEqual((await hold(storage, WORKER)).owned, []);
    },
  },
  {
    name: 'a lease that has ended costs nothing while no other worker takes the shards',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      const due = await dueDeliveries(storage);
      const ended = await own(storage, WORKER, { leaseMs: 0 });
      const results = due.map((delivery) => attempted(delivery, DELIVERED));
      assert.deepEqual((await storage.queue.finish(ended, results)).lost, []);
      assert.deepEqual(await dueDeliveries(storage), []);
      const { owned } = await hold(storage, WORKER);
      assert.deepEqual(new Map(owned.map(entry)), new Map(ended.shards.map(entry)));
    },
  },
  {
    name: '20 parallel workers that hold and give back never own one shard twice',
    async run(createStorage) {
      const storage = await createStorage();
      for (let round = 0; round < 3; round += 1) {
        await inParallel(20, (index) => holdShare(storage, uuid(index)));
      }
      const held = await inParallel(20, (index) => hold(storage, uuid(index)));
      const owned = held.flatMap(shardsOf);
      assert.equal(new Set(owned).size, owned.length);
      const renewed = await inParallel(20, (index) => hold(storage, uuid(index)));
      assert.deepEqual(renewed.flatMap(shardsOf).toSorted(byNumber), ALL_SHARDS);
    },
  },
  {
    name: 'the lag is how long an event or a delivery waits in shards that no living worker owns',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      await subscribe(storage, 1);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      assert.equal((await queue.queueState(NOW, null)).lagMs, 0);
      await emit(storage, 1, { at: minute(2) });
      await emit(storage, 1, { at: minute(1) }, OTHER_TENANT);
      assert.equal((await queue.queueState(addMs(minute(1), -1), null)).lagMs, 0);
      assert.equal((await queue.queueState(addMs(minute(1), 1), null)).lagMs, 1);
      assert.equal((await queue.queueState(minute(3), null)).lagMs, minutes(2));

      await dispatchAll(storage);
      assert.equal((await queue.queueState(minute(3), null)).lagMs, 0);
      await leave(storage, WORKER);
      assert.equal((await queue.queueState(minute(3), null)).lagMs, minutes(2));
      const due = await dueDeliveries(storage, minute(3));
      await finish(
        storage,
        due.map((delivery) => attempted(delivery, DELIVERED)),
      );
      await leave(storage, WORKER);
      assert.equal((await queue.queueState(minute(3), null)).lagMs, 0);
    },
  },
  {
    name: 'what waits is counted over all tenants: events, deliveries that are due, and tenants of either that are late',
    async run(createStorage) {
      const storage = await createStorage();
      const late = minute(-1);
      assert.deepEqual(await countsOf(storage, { lateBefore: late }), NOTHING_WAITS);
      await subscribe(storage, 1);
      await subscribe(storage, 2);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      for (const number of [1, 2]) await emit(storage, number, { at: minute(-3) });
      await emit(storage, 3, { at: late }, OTHER_TENANT);
      const emitted = { ...NOTHING_WAITS, events: 3, lateTenants: 1 };
      assert.deepEqual(await countsOf(storage, { lateBefore: late }), emitted);

      await dispatchAll(storage);
      const due = { ...NOTHING_WAITS, deliveries: 5, lateTenants: 1 };
      assert.deepEqual(await countsOf(storage, { lateBefore: late }), due);
      assert.deepEqual(await countsOf(storage, { lateBefore: NOW }), { ...due, lateTenants: 2 });
      const [first, ...rest] = await dueDeliveries(storage);
      await finish(storage, [
        attempted(only([first].flatMap((each) => each ?? [])), retryAt(minute(5))),
        ...rest.slice(0, 2).map((delivery) => attempted(delivery, DELIVERED)),
      ]);
      assert.equal((await countsOf(storage, { lateBefore: late })).deliveries, 2);
      await leave(storage, WORKER);
      assert.equal((await countsOf(storage, { lateBefore: late })).deliveries, 2);
      const later = await countsOf(storage, { now: minute(5), lateBefore: late });
      assert.equal(later.deliveries, 3);
      assert.equal((await countsOf(storage, { lateBefore: late, limit: 1 })).deliveries, 1);
    },
  },
  {
    name: 'subscribers count that failed or are gone, and those with a pause that is not over',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { enabled: false, disabledReason: 'manual' });
      await subscribe(storage, 2, { enabled: false, disabledReason: 'gone' });
      await subscribe(storage, 3, { enabled: false, disabledReason: 'failing' }, OTHER_TENANT);
      const paused = { until: minute(2), reason: 'busy' } as const;
      await subscribe(storage, 4, { paused });
      await subscribe(storage, 5, { paused, enabled: false, disabledReason: 'manual' });
      const standing = { ...NOTHING_WAITS, disabledSubscribers: 2, pausedSubscribers: 1 };
      assert.deepEqual(await countsOf(storage, { now: addMs(minute(2), -1) }), standing);
      const over = { ...standing, pausedSubscribers: 0 };
      assert.deepEqual(await countsOf(storage, { now: minute(2) }), over);
      assert.equal((await countsOf(storage, { limit: 1 })).disabledSubscribers, 1);
      assert.equal((await storage.queue.queueState(NOW, null)).counts, null);
    },
  },
  {
    name: 'what a living worker tells counts for the lag in place of its shards, until its lease ends',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      await subscribe(storage, 1);
      await emit(storage, 1);
      await dispatchAll(storage);
      await emit(storage, 2);
      await own(storage, WORKER, { oldestDueAt: minute(2) });
      assert.equal((await queue.queueState(minute(5), null)).lagMs, minutes(3));
      await own(storage, WORKER, { oldestDueAt: null });
      assert.equal((await queue.queueState(minute(5), null)).lagMs, 0);
      await own(storage, WORKER, { oldestDueAt: minute(-9), leaseMs: 0 });
      assert.equal((await queue.queueState(minute(5), null)).lagMs, minutes(5));
    },
  },
];

const NOTHING_WAITS: QueueCounts = {
  ...{ events: 0, deliveries: 0, lateTenants: 0 },
  ...{ disabledSubscribers: 0, pausedSubscribers: 0 },
};

async function countsOf(
  { queue }: StorageWithWebhooks,
  counting: Partial<QueueCounting> & { readonly now?: Date },
): Promise<QueueCounts> {
  const { now = NOW, lateBefore = NOW, limit = 100 } = counting;
  const { counts } = await queue.queueState(now, { lateBefore, limit });
  assert.ok(counts);
  return counts;
}

function hold(
  storage: StorageWithWebhooks,
  worker: string,
  request: Partial<HoldRequest> = {},
): Promise<HeldShards> {
  return storage.queue.hold({
    worker,
    leaseMs: minutes(5),
    takes: 'share',
    release: [],
    oldestDueAt: null,
    ...request,
  });
}

/** Holds, and gives back what is more than the share. */
async function holdShare(storage: StorageWithWebhooks, worker: string): Promise<void> {
  const { owned, fairShare } = await hold(storage, worker);
  const release = shardsOf({ owned }).slice(fairShare);
  if (release.length > 0) await hold(storage, worker, { release });
}

function shardsOf({ owned }: Pick<HeldShards, 'owned'>): readonly number[] {
  return owned.map(({ shard }) => shard).toSorted(byNumber);
}

function byNumber(left: number, right: number): number {
  return left - right;
}

function entry({ shard, epoch }: OwnedShard): readonly [number, number] {
  return [shard, epoch];
}

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

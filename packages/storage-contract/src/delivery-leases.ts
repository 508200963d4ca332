import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import { addMs } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, inParallel } from './contract-host.js';
import { NOW, emit, uuid } from './event-samples.js';
import {
  DELIVERED,
  LEASE_MS,
  MAX_ATTEMPTS,
  attempted,
  attemptsOf,
  claim,
  claimOne,
  claimRound,
  deliveriesOf,
  numbersOf,
  only,
  onlyDelivery,
  subscribe,
} from './webhook-host.js';

/** What holds for leased deliveries. */
export const deliveryLeaseCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a leased delivery is not claimed again until the lease ends, and then as a new attempt',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1]);
      const first = await claimOne(storage);

      for (const owner of ['worker-1', 'worker-2']) {
        assert.deepEqual(await claimRound(storage, { owner, now: addMs(LEASE_END, -1) }), []);
      }
      const second = await claimOne(storage, { owner: 'worker-2', now: LEASE_END });

      assert.deepEqual(second, { ...first, attempt: 2, dueAt: LEASE_END });
      const { status, attempts } = await onlyDelivery(storage, 1);
      assert.deepEqual([status, attempts], ['pending', 2]);
    },
  },
  {
    name: 'the attempt of a lost lease is logged as interrupted by the claim that takes the delivery next',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1]);
      const { deliveryId } = await claimOne(storage);
      assert.deepEqual(await attemptsOf(storage, deliveryId), []);

      await claimOne(storage, { owner: 'worker-2', now: LEASE_END });

      const { startedAt, ...interrupted } = only(await attemptsOf(storage, deliveryId));
      assert.deepEqual(interrupted, { number: 1, ...INTERRUPTED });
      assert.ok(startedAt >= NOW && startedAt <= LEASE_END);
    },
  },
  {
    name: 'the last attempt, interrupted, exhausts its delivery without another',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1]);
      let now = NOW;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        assert.equal((await claimOne(storage, { now })).attempt, attempt);
        now = addMs(now, LEASE_MS);
      }

      assert.deepEqual(await claimRound(storage, { now }), []);

      const { id, status, attempts, dueAt, finishedAt } = await onlyDelivery(storage, 1);
      assert.deepEqual([status, attempts, dueAt], ['exhausted', MAX_ATTEMPTS, null]);
      assert.deepEqual(finishedAt, now);
      assert.deepEqual(
        (await attemptsOf(storage, id)).map(({ number, failure }) => [number, failure]),
        Array.from({ length: MAX_ATTEMPTS }, (_, index) => [index + 1, 'interrupted']),
      );
    },
  },
  {
    name: 'a delivery has as many attempts as the claim allows, though an earlier one allowed more',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1, 2]);
      assert.equal((await claimRound(storage, { maxAttempts: 3 })).length, 2);
      const again = { now: LEASE_END, maxAttempts: 1 };
      assert.deepEqual(await claimRound(storage, again), []);
      for (const { status, attempts } of await deliveriesOf(storage, 1)) {
        assert.deepEqual([status, attempts], ['exhausted', 1]);
      }
    },
  },
  {
    name: 'no subscriber has more deliveries leased than it may, over all workers, and one that ended makes room',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1, 2, 3, 4, 5]);
      await subscribe(storage, 2);
      await emit(storage, 9, { to: 2 });
      const take = (owner: string, now = NOW) =>
        claimRound(storage, { owner, now, perSubscriber: 2 });

      const first = await take('worker-1');
      assert.deepEqual(numbersOf(first).toSorted(), [1, 2, 9]);
      for (const owner of ['worker-1', 'worker-2', 'worker-3']) {
        assert.deepEqual(await take(owner), []);
      }
      const ended = first.filter(({ event }) => event.id === uuid(1));
      await storage.webhooks.queue.finish([attempted(only(ended), DELIVERED)]);
      assert.deepEqual(numbersOf(await take('worker-2')), [3]);
      assert.equal((await take('worker-3', LEASE_END)).length, 3);
    },
  },
  {
    name: 'a larger share takes what is missing, a smaller one nothing',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1, 2, 3, 4, 5]);
      const counts: number[] = [];
      for (const perSubscriber of [2, 1, 4, 4]) {
        counts.push((await claimRound(storage, { perSubscriber })).length);
      }
      assert.deepEqual(counts, [2, 0, 2, 0]);
    },
  },
  {
    name: 'subscribers of one id in two tenants have shares of their own',
    async run(createStorage) {
      const storage = await storageWith(createStorage, [1, 2]);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      for (const number of [1, 2]) await emit(storage, number, {}, OTHER_TENANT);
      assert.equal((await claimRound(storage, { perSubscriber: 1 })).length, 2);
    },
  },
  {
    name: '10 parallel claims never lease more of one subscriber than it may have, and lease all that it may',
    async run(createStorage) {
      const storage = await storageWith(createStorage, numbersUpTo(40));
      const owners = await inParallel(10, (index) =>
        claim(storage, { owner: `worker-${String(index)}`, perSubscriber: 7 }),
      );
      const leased = owners.flatMap(({ deliveries }) => deliveries);
      assert.ok(leased.length <= 7, `${String(leased.length)} are leased`);
      const rest = await claimRound(storage, { perSubscriber: 7 });
      const ids = [...leased, ...rest].map(({ deliveryId }) => deliveryId);
      assert.equal(new Set(ids).size, 7);
      assert.equal(ids.length, 7);
    },
  },
  {
    name: 'parallel claims of two owners never give one delivery twice, and leave none behind',
    async run(createStorage) {
      const storage = await storageWith(createStorage, numbersUpTo(20));
      for (const subscriber of [2, 3, 4, 5]) {
        await subscribe(storage, subscriber);
        for (const number of numbersUpTo(20)) {
          await emit(storage, subscriber * 100 + number, { to: subscriber });
        }
      }
      const ids: string[] = [];
      for (let round = 0; round < 100 && ids.length < 100; round += 1) {
        const batches = await inParallel(2, (index) =>
          claim(storage, { owner: `worker-${String(index)}`, limit: 7 }),
        );
        ids.push(
          ...batches.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)),
        );
      }
      assert.equal(ids.length, 100);
      assert.equal(new Set(ids).size, 100);
    },
  },
  {
    name: 'parallel claims of lost leases make one new attempt of each',
    async run(createStorage) {
      const storage = await storageWith(createStorage, numbersUpTo(20));
      assert.equal((await claimRound(storage)).length, 20);
      const batches = await inParallel(10, (index) =>
        claim(storage, { owner: `worker-${String(index)}`, now: LEASE_END }),
      );
      const rest = await claimRound(storage, { now: LEASE_END });
      const again = [...batches.flatMap(({ deliveries }) => deliveries), ...rest];
      assert.deepEqual(
        again.map(({ attempt }) => attempt),
        Array.from({ length: 20 }, () => 2),
      );
      assert.equal(new Set(numbersOf(again)).size, 20);
    },
  },
];

const LEASE_END = addMs(NOW, LEASE_MS);

const INTERRUPTED = {
  durationMs: null,
  statusCode: null,
  failure: 'interrupted',
  responseBody: '',
} as const;

function numbersUpTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Subscriber 1, and events by number for it, a millisecond apart, all of them due. */
async function storageWith(
  createStorage: () => Promise<StorageWithWebhooks>,
  numbers: readonly number[],
): Promise<StorageWithWebhooks> {
  const storage = await createStorage();
  await subscribe(storage, 1);
  for (const number of numbers) await emit(storage, number, { to: 1, at: addMs(NOW, number - 50) });
  return storage;
}

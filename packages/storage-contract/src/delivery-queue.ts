import assert from 'node:assert/strict';
import type { ClaimRequest, QueuePosition } from '@stepward/core/adapter';
import { addMs, hours, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { EVENT } from './samples.js';
import { NOW, emit, numberOf, uuid } from './event-samples.js';
import {
  DELIVERED,
  attempted,
  claim,
  claimOne,
  claimRound,
  numbersOf,
  onlyDelivery,
  retryAt,
  subscribe,
  updateSubscriber,
} from './webhook-host.js';

/** What a claim gives, and in which order. */
export const deliveryQueueCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a claimed delivery has all that an attempt needs, of its own tenant',
    async run(createStorage) {
      const storage = await createStorage();
      const createdAt = EVENT.emittedAt;
      const ours = await subscribe(storage, 1, { createdAt });
      const url = 'https://theirs.test/';
      const theirs = await subscribe(storage, 1, { url, createdAt }, OTHER_TENANT);
      const data = '{"whose":"theirs"}';
      for (const [tenantId, event] of [
        [TENANT, EVENT],
        [OTHER_TENANT, { ...EVENT, data }],
      ] as const) {
        await commit(storage, { tenantId }, ({ events }) => events.append(event, ['to.all']));
      }

      const claimed = (await claimRound(storage)).toSorted((left, right) =>
        left.tenantId < right.tenantId ? -1 : 1,
      );

      for (const [index, [tenantId, subscriber, text]] of [
        [TENANT, ours, EVENT.data] as const,
        [OTHER_TENANT, theirs, data] as const,
      ].entries()) {
        const { id, url, naming, secrets } = subscriber;
        const delivery = await onlyDelivery(storage, 1, tenantId);
        assert.deepEqual(claimed[index], {
          tenantId,
          deliveryId: delivery.id,
          attempt: 1,
          dueAt: EVENT.emittedAt,
          event: { id: EVENT.id, type: EVENT.type, data: text },
          subscriber: { id, url, naming, secrets },
        });
        assert.deepEqual([delivery.status, delivery.attempts], ['pending', 1]);
      }
      assert.equal(claimed.length, 2);
    },
  },
  {
    name: 'a claim takes a delivery from its due time on, and none before',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1, { at: minute(1) });
      await emit(storage, 2, { at: addMs(minute(1), 1) });
      assert.deepEqual(await claimRound(storage, { now: addMs(minute(1), -1) }), []);
      assert.deepEqual(numbersOf(await claimRound(storage, { now: minute(1) })), [1]);
      assert.deepEqual(numbersOf(await claimRound(storage, { now: minute(1) })), []);
      assert.deepEqual(numbersOf(await claimRound(storage, { now: addMs(minute(1), 1) })), [2]);
    },
  },
  {
    name: 'a claim gives first attempts before retries, and the longest waiting first',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);
      await emit(storage, 5, { to: 1 });
      await emit(storage, 6, { to: 2 });
      const retries = [minute(2), minute(1)];
      const failed = await claimRound(storage);
      await storage.webhooks.queue.finish(
        failed.map((each) => attempted(each, retryAt(retries[numberOf(each.event.id) - 5] ?? NOW))),
      );
      for (const [number, to] of [[8, 1] as const, [7, 2] as const, [9, 2] as const]) {
        await emit(storage, number, { to, at: minute(number) });
      }

      const { deliveries } = await claim(storage, { now: minute(9), limit: 4 });

      assert.deepEqual(numbersOf(deliveries), [7, 8, 9, 6]);
      assert.deepEqual(
        deliveries.map(({ attempt, dueAt }) => [attempt, dueAt]),
        [
          [1, minute(7)],
          [1, minute(8)],
          [1, minute(9)],
          [2, minute(1)],
        ],
      );
      assert.deepEqual(numbersOf(await claimRound(storage, { now: minute(9) })), [5]);
    },
  },
  {
    name: 'a claim takes no more than its limit, and the next ones take the rest',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2, 3]) await subscribe(storage, number);
      for (const number of [1, 2, 3, 4]) await emit(storage, number);
      const seen = new Set<string>();
      for (let round = 0; round < 100 && seen.size < 12; round += 1) {
        const { deliveries } = await claim(storage, { limit: 5 });
        assert.ok(deliveries.length <= 5);
        for (const { deliveryId } of deliveries) seen.add(deliveryId);
      }
      assert.equal(seen.size, 12);
      assert.deepEqual(await claimRound(storage, { limit: 5 }), []);
    },
  },
  {
    name: 'claims go round all subscribers of all tenants, each of them once, until there is no further place',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of TENANTS) {
        for (let number = 0; number < 50; number += 1) {
          await subscribe(storage, number, {}, tenantId);
        }
        await emit(storage, 1, {}, tenantId);
      }

      const claimed = await claimRound(storage);

      const ids = claimed.map(({ tenantId, subscriber }) => `${tenantId} ${subscriber.id}`);
      assert.equal(ids.length, 50 * TENANTS.length);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(await claimRound(storage), []);
    },
  },
  {
    name: 'small claims that go round reach every subscriber, though one has more than its share',
    async run(createStorage) {
      const storage = await createStorage();
      for (let number = 0; number < 60; number += 1) await subscribe(storage, number);
      for (let number = 100; number < 140; number += 1) {
        await emit(storage, number, { to: 30, at: addMs(NOW, -hours(1)) });
      }
      await emit(storage, 1);
      const reached = new Set<string>();
      let after: QueuePosition | null = null;
      for (let turn = 0; turn < 1_000 && reached.size < 60; turn += 1) {
        const batch = await claim(storage, { limit: 4, perSubscriber: 2, after });
        await storage.webhooks.queue.finish(
          batch.deliveries.map((each) => attempted(each, DELIVERED)),
        );
        for (const { subscriber } of batch.deliveries) reached.add(subscriber.id);
        after = batch.after;
      }
      assert.equal(reached.size, 60);
    },
  },
  {
    name: 'a claim is shared by tenant: the backlog of one with many subscribers leaves room for a quiet one',
    async run(createStorage) {
      const storage = await createStorage();
      for (let number = 0; number < 10; number += 1) await subscribe(storage, number);
      for (const number of [1, 2, 3]) await emit(storage, number, { at: addMs(NOW, -hours(1)) });
      await subscribe(storage, 1, {}, OTHER_TENANT);
      for (const number of [8, 9]) await emit(storage, number, {}, OTHER_TENANT);

      const { deliveries } = await claim(storage, { limit: 4 });

      assert.deepEqual(
        deliveries.map(({ tenantId }) => tenantId),
        [TENANT, TENANT, OTHER_TENANT, OTHER_TENANT],
      );
    },
  },
  {
    name: 'what a tenant has under way with the owner counts in its share, and its first never waits for a free slot',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await subscribe(storage, 1, {}, tenantId);
        for (let number = 0; number < 20; number += 1) await emit(storage, number, {}, tenantId);
      }
      const table: readonly (readonly [Partial<ClaimRequest>, readonly number[]])[] = [
        [shared(1, { [TENANT]: 15 }), [0, 1]],
        [shared(4, { [TENANT]: 9, [OTHER_TENANT]: 9 }), [0, 0]],
        [shared(7, { [TENANT]: 9, [OTHER_TENANT]: 6 }), [0, 3]],
        [shared(15, {}), [6, 6]],
      ];
      for (const [request, expected] of table) {
        const { deliveries } = await claim(storage, request);
        const counts = [TENANT, OTHER_TENANT].map(
          (tenant) => deliveries.filter(({ tenantId }) => tenantId === tenant).length,
        );
        assert.deepEqual(counts, expected, JSON.stringify(request));
      }
    },
  },
  {
    name: 'a place among the subscribers is good even where its subscriber is gone',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 3]) await subscribe(storage, number);
      await emit(storage, 7);
      const { deliveries } = await claim(storage, {
        after: { tenantId: TENANT, subscriberId: uuid(2) },
      });
      const { deliveries: rest } = await claim(storage);
      const numbers = [...deliveries, ...rest].map(({ subscriber }) => numberOf(subscriber.id));
      assert.deepEqual(numbers.toSorted(), [1, 3]);
    },
  },
  {
    name: 'due deliveries of a disabled or deleted subscriber become skipped, and are never claimed',
    async run(createStorage) {
      const storage = await createStorage();
      const disabled = await subscribe(storage, 1);
      await subscribe(storage, 2);
      await subscribe(storage, 3);
      await emit(storage, 7);
      await updateSubscriber(storage, { ...disabled, enabled: false, disabledReason: 'manual' });
      await commit(storage.webhooks, { tenantId: TENANT }, ({ subscribers }) =>
        subscribers.delete(uuid(2)),
      );

      const { subscriber } = await claimOne(storage, { now: minute(1) });

      assert.equal(numberOf(subscriber.id), 3);
      for (const number of [1, 2]) {
        const { status, attempts, dueAt, finishedAt } = await onlyDelivery(storage, number);
        assert.deepEqual([status, attempts, dueAt, finishedAt], ['skipped', 0, null, minute(1)]);
      }
    },
  },
  {
    name: 'what is claimed goes to the URL and is signed with the secrets that its subscriber has by then',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      await emit(storage, 7);
      const first = await claimOne(storage);
      await storage.webhooks.queue.finish([attempted(first, retryAt(minute(1)))]);
      const changed = {
        url: 'https://moved.example/',
        naming: 'legacy',
        eventTypes: ['to.2'],
        secrets: [{ sealed: 'another', expiresAt: null }],
      } as const;
      await updateSubscriber(storage, { ...subscriber, ...changed });

      const second = await claimOne(storage, { now: minute(1) });

      const { url, naming, secrets } = changed;
      assert.equal(first.subscriber.url, subscriber.url);
      assert.deepEqual(second.subscriber, { id: subscriber.id, url, naming, secrets });
    },
  },
  {
    name: 'an event is given in one round, however many of a subscriber that has enough, or is paused, are before it',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2, 3]) await subscribe(storage, number);
      await storage.webhooks.queue.pause({ tenantId: TENANT, subscriberId: uuid(2) }, minute(99));
      for (let number = 0; number < 60; number += 1) {
        await emit(storage, number, { to: 1 + (number % 2), at: addMs(NOW, number - 90) });
      }
      await emit(storage, 90, { to: 3 });

      const claimed = await claimRound(storage, { limit: 8, perSubscriber: 2 });

      assert.deepEqual(
        claimed.map(({ subscriber }) => numberOf(subscriber.id)).toSorted(),
        [1, 1, 3],
      );
    },
  },
  {
    name: 'deliveries that come due after their subscriber was enabled again are given',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      await emit(storage, 7, { at: minute(2) });
      const disabled = { ...subscriber, enabled: false, disabledReason: 'manual' } as const;
      await updateSubscriber(storage, disabled);
      assert.deepEqual(await claimRound(storage, { now: minute(1) }), []);
      assert.equal((await onlyDelivery(storage, 1)).status, 'pending');
      await updateSubscriber(storage, subscriber);
      await claimOne(storage, { now: minute(2) });
    },
  },
  {
    name: 'a paused subscriber is given nothing until then, by no worker, and no attempt of it is counted',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);
      await emit(storage, 7);
      const paused = { tenantId: TENANT, subscriberId: uuid(1) };
      await storage.webhooks.queue.pause(paused, minute(2));
      await storage.webhooks.queue.pause(paused, minute(1));
      await storage.webhooks.queue.pause({ ...paused, subscriberId: uuid(9) }, minute(1));
      const { subscriber } = await claimOne(storage, { now: addMs(minute(2), -1), owner: 'other' });
      assert.equal(numberOf(subscriber.id), 2);
      assert.equal((await onlyDelivery(storage, 1)).attempts, 0);
      const first = await claimOne(storage, { now: minute(2) });
      assert.deepEqual([numberOf(first.subscriber.id), first.attempt], [1, 1]);
    },
  },
  {
    name: 'a subscriber that was paused is given one delivery at a time, to whichever worker, until one succeeds',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage.webhooks;
      await subscribe(storage, 1);
      await queue.pause({ tenantId: TENANT, subscriberId: uuid(1) }, minute(1));
      for (const number of [5, 6, 7, 8]) await emit(storage, number);
      const at = (number: number, owner: string) => ({
        ...{ owner, now: minute(number), leaseUntil: minute(20) },
      });

      const trial = await claimOne(storage, at(1, 'one'));
      assert.deepEqual(await claimRound(storage, at(1, 'one')), []);
      assert.deepEqual(await claimRound(storage, at(1, 'other')), []);
      await queue.finish([attempted(trial, retryAt(minute(19)), { owner: 'one' })]);

      const next = await claimOne(storage, at(2, 'other'));
      assert.deepEqual(await claimRound(storage, at(2, 'one')), []);
      await queue.finish([attempted(next, DELIVERED, { owner: 'other' })]);
      assert.equal((await claimRound(storage, at(3, 'one'))).length, 2);
    },
  },
  {
    name: 'a rate limit spreads the deliveries of each subscriber over time, and counts no attempt',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);
      for (let number = 0; number < 10; number += 1) await emit(storage, number);
      const counts: number[] = [];
      for (const ms of [0, 0, 999, 1_000, 1_500, 2_000]) {
        const asked = { perSecond: 2, now: addMs(NOW, ms), leaseUntil: minute(9) };
        const claimed = await claimRound(storage, asked);
        assert.ok(claimed.every(({ attempt }) => attempt === 1));
        counts.push(claimed.length);
      }
      assert.deepEqual(counts, [4, 0, 0, 4, 0, 4]);
    },
  },
  {
    name: 'the lag of the queue is how long the longest waiting delivery of all tenants has been due',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage.webhooks;
      await subscribe(storage, 1);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      assert.equal(await queue.queueLag(NOW), 0);
      await emit(storage, 1, { at: minute(2) });
      await emit(storage, 1, { at: minute(1) }, OTHER_TENANT);
      assert.equal(await queue.queueLag(addMs(minute(1), -1)), 0);
      assert.equal(await queue.queueLag(addMs(minute(1), 1)), 1);
      assert.equal(await queue.queueLag(minute(3)), minutes(2));

      const claimed = await claimRound(storage, { now: minute(3), leaseUntil: minute(9) });
      assert.equal(await queue.queueLag(addMs(minute(9), -1)), 0);
      assert.equal(await queue.queueLag(minute(10)), minutes(1));
      await queue.finish(claimed.map((each) => attempted(each, DELIVERED)));
      assert.equal(await queue.queueLag(minute(10)), 0);
    },
  },
];

/** A claim of a worker with so many free slots. */
function shared(
  free: number,
  underWay: ClaimRequest['tenants']['underWay'],
): Partial<ClaimRequest> {
  return { limit: free, tenants: { underWay, free, perFreeSlot: 3 } };
}

const TENANTS = [TENANT, OTHER_TENANT, 'initech'];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

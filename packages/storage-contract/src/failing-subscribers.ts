import assert from 'node:assert/strict';
import type { FailingSubscriber, Pause, PendingDelivery } from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { commit, OTHER_TENANT, TENANT } from './contract-host.js';
import { NOW, emit, numberOf, uuid } from './event-samples.js';
import { ENABLED_SUBSCRIBER } from './samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  attempted,
  dueDeliveries,
  dueDelivery,
  findSubscriber,
  finish,
  only,
  putSubscriber,
  retryAt,
  settle,
  subscribe,
  type Ending,
} from './webhook-host.js';

/** What results say of their subscribers. */
export const failingSubscriberCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a subscriber fails since its first failure, until a success',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      const attempt = async (number: number, ending: Ending) => {
        await emit(storage, number, { to: 1, at: minute(number) });
        const failing = await settle(storage, ending, minute(number));
        const { failingSince } = (await findSubscriber(storage, uuid(1))) ?? {};
        const expected = ending === DELIVERED ? [] : [failingEntry(1, failingSince ?? NOW)];
        assert.deepEqual(failing, expected);
        return failingSince;
      };

      assert.equal(await attempt(1, DELIVERED), null);
      assert.deepEqual(await attempt(2, EXHAUSTED), minute(2));
      assert.deepEqual(await attempt(3, EXHAUSTED), minute(2));
      assert.deepEqual(await attempt(4, retryAt(minute(900))), minute(2));
      assert.equal(await attempt(5, DELIVERED), null);
      assert.deepEqual(await attempt(6, retryAt(minute(900))), minute(6));
    },
  },
  {
    name: 'a failure that took longer, and is stored after one that began later, moves its beginning back',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const number of [1, 2, 3]) await emit(storage, number);
      const [first, second, third] = await dueDeliveries(storage);
      const attempt = (delivery: PendingDelivery | undefined, startedAt: Date) =>
        finish(storage, [attempted(delivery ?? assert.fail(), EXHAUSTED, startedAt)]);
      assert.deepEqual(await attempt(first, minute(5)), [failingEntry(1, minute(5))]);
      assert.deepEqual(await attempt(second, minute(3)), [failingEntry(1, minute(3))]);
      assert.deepEqual(await attempt(third, minute(4)), [failingEntry(1, minute(3))]);
      assert.deepEqual((await findSubscriber(storage, uuid(1)))?.failingSince, minute(3));
    },
  },
  {
    name: 'results of many subscribers and tenants are stored together, each for itself',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const number of [1, 2, 3]) await subscribe(storage, number, {}, tenantId);
        for (const number of [1, 2]) await emit(storage, number, {}, tenantId);
      }
      const batch = (await dueDeliveries(storage)).map((delivery) => {
        const isGood = delivery.subscriberId === uuid(1) || delivery.tenantId === OTHER_TENANT;
        const startedAt = minute(numberOf(delivery.eventId));
        return attempted(delivery, isGood ? DELIVERED : EXHAUSTED, startedAt);
      });

      const failing = await finish(storage, batch);

      assert.deepEqual(
        failing.toSorted((left, right) => (left.subscriberId < right.subscriberId ? -1 : 1)),
        [failingEntry(2, minute(1)), failingEntry(3, minute(1))],
      );
      const since = async (number: number, tenantId: string) =>
        (await findSubscriber(storage, uuid(number), tenantId))?.failingSince;
      for (const number of [1, 2, 3]) assert.equal(await since(number, OTHER_TENANT), null);
      assert.equal(await since(1, TENANT), null);
      assert.deepEqual(await since(3, TENANT), minute(1));
    },
  },
  {
    name: 'a failure answers with the time at which the failing subscriber was last reported',
    async run(createStorage) {
      const storage = await createStorage();
      const failingNoticedAt = minute(-1);
      await subscribe(storage, 1, { failingSince: minute(-60), failingNoticedAt });
      await emit(storage, 1);
      const failing = await settle(storage, EXHAUSTED);
      assert.deepEqual(failing, [{ ...failingEntry(1, minute(-60)), failingNoticedAt }]);
    },
  },
  {
    name: 'a success that is stored together with failures ends them',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { failingSince: minute(-60) });
      for (const number of [1, 2, 3]) await emit(storage, number);
      const batch = (await dueDeliveries(storage)).map((delivery, index) =>
        attempted(delivery, index === 1 ? DELIVERED : EXHAUSTED, minute(index)),
      );
      assert.deepEqual(await finish(storage, batch), []);
      assert.equal((await findSubscriber(storage, uuid(1)))?.failingSince, null);
    },
  },
  {
    name: 'a pause lasts until the latest of its times, with a trial and a count that a success ends',
    async run(createStorage) {
      const storage = await createStorage();
      const { url } = await subscribe(storage, 1);
      await emit(storage, 1, { at: minute(99) });
      const last = await dueDelivery(storage, minute(99));
      const attempt = async (number: number, ending: Ending, pause: Pause | null) => {
        await emit(storage, number, { at: minute(number) });
        const made = attempted(await dueDelivery(storage, minute(number)), ending, minute(number));
        const failingSince = made.health?.failingSince ?? null;
        await finish(storage, [{ ...made, health: { url, failingSince, pause } }]);
        const { pausedUntil, isOnTrial, busyPauses } =
          only(await storage.queue.open([last]))?.subscriber ?? assert.fail();
        const { paused } = (await findSubscriber(storage, uuid(1))) ?? assert.fail();
        assert.deepEqual(paused?.until ?? null, pausedUntil);
        return [pausedUntil, paused?.reason ?? null, isOnTrial, busyPauses];
      };
      const failing = { until: minute(25), reason: 'failing', busyPauses: 2 } as const;

      assert.deepEqual(await attempt(2, EXHAUSTED, null), [null, null, false, 0]);
      assert.deepEqual(await attempt(3, EXHAUSTED, busy(20, 1)), [minute(20), 'busy', true, 1]);
      assert.deepEqual(await attempt(4, EXHAUSTED, busy(10, 2)), [minute(20), 'busy', true, 2]);
      assert.deepEqual(await attempt(5, EXHAUSTED, null), [minute(20), 'busy', true, 2]);
      assert.deepEqual(await attempt(6, EXHAUSTED, failing), [minute(25), 'failing', true, 2]);
      assert.deepEqual(await attempt(7, DELIVERED, null), [minute(25), 'failing', false, 0]);
    },
  },
  {
    name: 'pauses that are stored together with a success begin a trial with the highest count, and the success ends the failures',
    async run(createStorage) {
      const storage = await createStorage();
      const { url } = await subscribe(storage, 1);
      for (const number of [1, 2, 3, 4]) await emit(storage, number);
      const [last, ...made] = await dueDeliveries(storage);
      const pauses = [busy(10, 2), busy(20, 1)];
      const batch = made.map((delivery, index) => {
        const pause = pauses[index];
        if (pause === undefined) return attempted(delivery, DELIVERED, minute(index));
        const failed = attempted(delivery, EXHAUSTED, minute(index));
        return { ...failed, health: { url, failingSince: minute(index), pause } };
      });
      assert.deepEqual(await finish(storage, batch), []);
      const opened = only(await storage.queue.open([last ?? assert.fail()]))?.subscriber;
      const { pausedUntil, isOnTrial, busyPauses } = opened ?? assert.fail();
      assert.deepEqual([pausedUntil, isOnTrial, busyPauses], [minute(20), true, 2]);
      assert.equal((await findSubscriber(storage, uuid(1)))?.failingSince, null);
    },
  },
  {
    name: 'an attempt to a URL that the subscriber does not have any more says nothing of it',
    async run(createStorage) {
      const storage = await createStorage();
      const url = 'https://new.example.com/';
      await subscribe(storage, 1, { url });
      for (const number of [1, 2, 3, 4]) await emit(storage, number);
      const [last, ...deliveries] = await dueDeliveries(storage);
      const attempts = [
        { url, failingSince: minute(-60), pause: busy(5, 1) },
        { url: ENABLED_SUBSCRIBER.url, failingSince: minute(-90), pause: busy(20, 2) },
        { url: ENABLED_SUBSCRIBER.url, failingSince: null, pause: null },
      ];
      const failing = [];
      for (const [index, health] of attempts.entries()) {
        const made = attempted(deliveries[index] ?? assert.fail(), EXHAUSTED);
        failing.push(...(await finish(storage, [{ ...made, health }])));
      }
      assert.deepEqual(failing, [failingEntry(1, minute(-60))]);
      const opened = only(await storage.queue.open([last ?? assert.fail()]))?.subscriber;
      const { pausedUntil, isOnTrial, busyPauses } = opened ?? assert.fail();
      assert.deepEqual([pausedUntil, isOnTrial, busyPauses], [minute(5), true, 1]);
      assert.deepEqual((await findSubscriber(storage, uuid(1)))?.failingSince, minute(-60));
    },
  },
  {
    name: 'a stored subscriber keeps what the queue knows of its failures, until they are cleared',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      await emit(storage, 1);
      const delivery = await dueDelivery(storage);
      const made = attempted(delivery, retryAt(minute(1)));
      const pause = busy(20, 3);
      await finish(storage, [
        { ...made, health: { url: subscriber.url, failingSince: NOW, pause } },
      ]);
      const standing = async () => {
        const opened = only(await storage.queue.open([{ ...delivery, attempts: 1 }]));
        const { pausedUntil, isOnTrial, busyPauses } = opened?.subscriber ?? assert.fail();
        const { failingSince, paused } = (await findSubscriber(storage, uuid(1))) ?? assert.fail();
        return [failingSince, paused, pausedUntil, isOnTrial, busyPauses];
      };
      const clearFailures = (tenantId: string) =>
        commit(storage, { tenantId }, ({ subscribers }) => subscribers.clearFailures(uuid(1)));
      const stands = [NOW, { until: minute(20), reason: 'busy' }, minute(20), true, 3];

      await putSubscriber(storage, subscriber);
      assert.deepEqual(await standing(), stands);
      await clearFailures(OTHER_TENANT);
      assert.deepEqual(await standing(), stands);
      await clearFailures(TENANT);
      assert.deepEqual(await standing(), [null, null, null, false, 0]);
      const { until, reason } = pause;
      await putSubscriber(storage, { ...subscriber, failingSince: NOW, paused: { until, reason } });
      assert.deepEqual(await standing(), [null, null, null, false, 0]);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

function busy(index: number, busyPauses: number): Pause {
  return { until: minute(index), reason: 'busy', busyPauses };
}

function failingEntry(number: number, failingSince: Date): FailingSubscriber {
  return { tenantId: TENANT, subscriberId: uuid(number), failingSince, failingNoticedAt: null };
}

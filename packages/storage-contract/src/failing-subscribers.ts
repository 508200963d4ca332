import assert from 'node:assert/strict';
import type { FailingSubscriber } from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT } from './contract-host.js';
import { NOW, emit, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  attempted,
  claimOne,
  claimRound,
  findSubscriber,
  retryAt,
  subscribe,
} from './webhook-host.js';

/** What the record of attempts says of their subscribers. */
export const failingSubscriberCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a subscriber fails since its first failure, until a success',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      const attempt = async (number: number, ending: Parameters<typeof attempted>[1]) => {
        const at = minute(number);
        await emit(storage, number, { to: 1, at });
        const claimed = await claimOne(storage, { now: at });
        const failing = await storage.webhooks.queue.finish([
          attempted(claimed, ending, { startedAt: at }),
        ]);
        const { failingSince } = (await findSubscriber(storage, 1)) ?? {};
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
    name: 'attempts of many subscribers and tenants are recorded together, each for itself',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const number of [1, 2, 3]) await subscribe(storage, number, {}, tenantId);
        for (const number of [1, 2]) await emit(storage, number, {}, tenantId);
      }
      const claimed = await claimRound(storage);
      const batch = claimed.map((each) => {
        const isGood = each.subscriber.id === uuid(1) || each.tenantId === OTHER_TENANT;
        const startedAt = minute(each.event.id === uuid(1) ? 1 : 2);
        return attempted(each, isGood ? DELIVERED : EXHAUSTED, { startedAt });
      });

      const failing = await storage.webhooks.queue.finish(batch);

      const expected = [failingEntry(2, minute(1)), failingEntry(3, minute(1))];
      assert.deepEqual(
        failing.toSorted((left, right) => (left.subscriberId < right.subscriberId ? -1 : 1)),
        expected,
      );
      const since = async (number: number, tenantId: string) =>
        (await findSubscriber(storage, number, tenantId))?.failingSince;
      for (const number of [1, 2, 3]) assert.equal(await since(number, OTHER_TENANT), null);
      assert.equal(await since(1, TENANT), null);
      assert.deepEqual(await since(3, TENANT), minute(1));
      assert.deepEqual(await claimRound(storage, { now: minute(600) }), []);
    },
  },
  {
    name: 'a failed attempt answers with the time at which the failing subscriber was last reported',
    async run(createStorage) {
      const storage = await createStorage();
      const failingNoticedAt = minute(-1);
      await subscribe(storage, 1, { failingSince: minute(-60), failingNoticedAt });
      await emit(storage, 1);
      const claimed = await claimOne(storage);
      const failing = await storage.webhooks.queue.finish([attempted(claimed, EXHAUSTED)]);
      assert.deepEqual(failing, [{ ...failingEntry(1, minute(-60)), failingNoticedAt }]);
    },
  },
  {
    name: 'a success that is recorded together with earlier failures ends them',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { failingSince: minute(-60) });
      for (const number of [1, 2, 3]) await emit(storage, number);
      const claimed = await claimRound(storage);
      const batch = claimed.map((each, index) =>
        attempted(each, index === 2 ? DELIVERED : EXHAUSTED, { startedAt: minute(index) }),
      );
      assert.deepEqual(await storage.webhooks.queue.finish(batch), []);
      assert.equal((await findSubscriber(storage, 1))?.failingSince, null);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

function failingEntry(number: number, failingSince: Date): FailingSubscriber {
  return { tenantId: TENANT, subscriberId: uuid(number), failingSince, failingNoticedAt: null };
}

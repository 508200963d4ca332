import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import type { FinishedDelivery } from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { FIRST_PAGE, NOW, emit, numberOf, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  EXPIRED,
  answered,
  attempted,
  attemptsOf,
  dueDeliveries,
  dueDelivery,
  findSubscriber,
  finish,
  only,
  onlyDelivery,
  own,
  retryAt,
  subscribe,
  withoutAttempt,
  type Ending,
} from './webhook-host.js';

/** What the result of a delivery changes. */
export const finishCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a delivery turns into what was decided, and the log keeps what the attempt came to',
    async run(createStorage) {
      const storage = await createStorage();
      const body = `${'x'.repeat(16_000)} é😀\n\u2028`;
      const unsent = { statusCode: null, responseBody: '', body: null, version: null };
      const signing = { ...unsent, failure: 'signing_failed' } as const;
      const thin = { ...answered(200), body: 'thin', version: null } as const;
      const endings: readonly Ending[] = [
        DELIVERED,
        EXHAUSTED,
        EXPIRED,
        retryAt(minute(5)),
        { status: 'exhausted', dueAt: null, answer: answered(410, body) },
        { status: 'pending', dueAt: minute(6), answer: signing },
        { ...DELIVERED, answer: thin },
      ];
      for (const number of endings.keys()) await pending(storage, number);
      const due = await dueDeliveries(storage);
      const endingOf = (id: string): Ending => endings[numberOf(id)] ?? DELIVERED;
      await finish(
        storage,
        due.map((delivery) => attempted(delivery, endingOf(delivery.subscriberId))),
      );

      for (const [number, ending] of endings.entries()) {
        const { id, status, attempts, dueAt, finishedAt } = await onlyDelivery(storage, number);
        const ended = ending.status === 'pending' ? null : addMs(NOW, 250);
        assert.deepEqual([status, dueAt, finishedAt], [ending.status, ending.dueAt, ended]);
        assert.equal(attempts, 1);
        const log = await attemptsOf(storage, id, TENANT, uuid(number));
        const made = { number: 1, startedAt: NOW, durationMs: 250, ...ending.answer };
        assert.deepEqual(log, [made]);
      }
    },
  },
  {
    name: 'attempts are logged by number, the one that ended the delivery too, and the next is due when it was decided',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      for (let number = 1; number <= 10; number += 1) {
        const now = minute(number - 1);
        const delivery = await dueDelivery(storage, now);
        assert.deepEqual([delivery.attempts, delivery.dueAt], [number - 1, now]);
        assert.equal(delivery.isLate, number > 1);
        const ending = number === 10 ? EXHAUSTED : retryAt(minute(number));
        await finish(storage, [attempted(delivery, ending, now)]);
        assert.deepEqual(await dueDeliveries(storage, addMs(minute(number), -1)), []);
      }

      const { id, attempts } = await onlyDelivery(storage, 1);
      assert.equal(attempts, 10);
      assert.deepEqual(
        (await attemptsOf(storage, id)).map(({ number, startedAt }) => [number, startedAt]),
        Array.from({ length: 10 }, (_, index) => [index + 1, minute(index)]),
      );
    },
  },
  {
    name: 'a delivery that ends without an attempt keeps those that were made, and says nothing of its subscriber',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { failingSince: minute(-60) });
      await emit(storage, 1);
      await finish(storage, [attempted(await dueDelivery(storage), retryAt(minute(1)))]);
      const delivery = await dueDelivery(storage, minute(1));

      assert.deepEqual(await finish(storage, [withoutAttempt(delivery, 'skipped', minute(1))]), []);

      const { id, status, attempts, finishedAt } = await onlyDelivery(storage, 1);
      assert.deepEqual([status, attempts, finishedAt], ['skipped', 1, minute(1)]);
      assert.equal(only(await attemptsOf(storage, id)).number, 1);
      assert.deepEqual((await findSubscriber(storage, uuid(1)))?.failingSince, minute(-60));
    },
  },
  {
    name: 'a result that is stored again, or is of an earlier attempt, changes nothing, and is told not to be stored',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      const first = attempted(await dueDelivery(storage), retryAt(minute(1)));
      await finish(storage, [first]);
      const last = attempted(await dueDelivery(storage, minute(1)), DELIVERED, minute(1));
      const stored = () =>
        Promise.all([
          onlyDelivery(storage, 1),
          attemptsOf(storage, first.deliveryId),
          findSubscriber(storage, uuid(1)),
        ]);

      const ignored = async (...results: readonly FinishedDelivery[]): Promise<void> => {
        const outcome = await storage.queue.finish(await own(storage), results);
        const isStored = results.map(() => false);
        assert.deepEqual(outcome, { stored: isStored, failing: [], freed: [], lost: [] });
      };

      const before = await stored();
      await ignored(first);
      assert.deepEqual(await stored(), before);

      await finish(storage, [last]);
      const after = await stored();
      await ignored(last, first);
      assert.deepEqual(await stored(), after);
      assert.equal(after[1].length, 2);
      assert.deepEqual(await dueDeliveries(storage, minute(60)), []);
    },
  },
  {
    name: 'a result of a delivery that is not there, or under another tenant, is ignored',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      const delivery = await dueDelivery(storage);
      const before = await onlyDelivery(storage, 1);
      const failed = attempted(delivery, EXHAUSTED);
      const strangers = [
        { ...failed, deliveryId: uuid(99) },
        { ...failed, tenantId: OTHER_TENANT },
      ];
      assert.deepEqual(await finish(storage, strangers), []);
      assert.deepEqual(await finish(storage, []), []);
      assert.deepEqual(await onlyDelivery(storage, 1), before);
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await attemptsOf(storage, delivery.deliveryId, tenantId), []);
        assert.equal((await findSubscriber(storage, uuid(1), tenantId))?.failingSince, null);
      }
      assert.deepEqual(await attemptsOf(storage, uuid(99)), []);
    },
  },
  {
    name: 'a result is stored though its subscriber was deleted or disabled meanwhile',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await pending(storage, number);
      const due = await dueDeliveries(storage);
      await commit(storage, { tenantId: TENANT }, async ({ subscribers }) => {
        await subscribers.delete(uuid(1));
        const { items } = await subscribers.list({ subscriberId: uuid(2) }, FIRST_PAGE);
        await subscribers.put({ ...only(items), enabled: false });
      });
      const failing = await finish(
        storage,
        due.map((delivery) => attempted(delivery, EXHAUSTED)),
      );
      for (const number of [1, 2]) {
        const { id, status } = await onlyDelivery(storage, number);
        assert.equal(status, 'exhausted');
        assert.equal((await attemptsOf(storage, id, TENANT, uuid(number))).length, 1);
      }
      assert.deepEqual(
        failing.map(({ subscriberId }) => subscriberId),
        [uuid(2)],
      );
      assert.equal(await findSubscriber(storage, uuid(1)), null);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** A subscriber by number with one delivery that is due. */
async function pending(storage: StorageWithWebhooks, number = 1): Promise<void> {
  await subscribe(storage, number);
  await emit(storage, number, { to: number });
}

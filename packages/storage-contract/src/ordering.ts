import assert from 'node:assert/strict';
import type { StorageWithWebhooks, Subscriber } from '@stepward/core';
import { ALL_SHARDS, type FinishedDelivery, type PendingDelivery } from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { TENANT, commit } from './contract-host.js';
import { addMs, minutes } from './duration.js';
import { NOW, emit, numberOf, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  EXPIRED,
  MANY,
  attempted,
  deliveriesOf,
  dispatchAll,
  dueDeliveries,
  finish,
  loadPending,
  numbersOf,
  only,
  outboxOf,
  own,
  retryAt,
  settle,
  subscribe,
  withoutAttempt,
} from './webhook-host.js';

/** Deliveries that come one after the other. */
export const orderingCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'of the events of one key the next comes due when the one before has ended, however it ended, and others go on',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { ordering: 'key' });
      await subscribe(storage, 2);
      for (const number of [5, 4, 3, 2, 1]) await emitOf(storage, number, A);
      await emitOf(storage, 6, B);
      for (const number of [7, 8]) await emit(storage, number);
      assert.deepEqual(await due(storage, 2), [1, 2, 3, 4, 5, 6, 7, 8]);

      assert.deepEqual(await due(storage, 1), [5, 6, 7, 8]);
      const endings = [
        (one: PendingDelivery) => attempted(one, DELIVERED),
        (one: PendingDelivery) => attempted(one, EXHAUSTED),
        (one: PendingDelivery) => attempted(one, EXPIRED),
        (one: PendingDelivery) => withoutAttempt(one, 'skipped'),
      ];
      for (const [index, end] of endings.entries()) {
        const freed = await freedBy(storage, [end(await dueOf(storage, 5 - index, minute(1)))]);
        assert.deepEqual(numbersOf(freed), [4 - index]);
        assert.deepEqual(await due(storage, 1, minute(1)), [4 - index, 6, 7, 8]);
      }
      const last = attempted(await dueOf(storage, 1, minute(1)), DELIVERED);
      assert.deepEqual(await freedBy(storage, [last]), []);
      assert.deepEqual(await freedBy(storage, [last]), []);
      assert.deepEqual(await due(storage, 1), [6, 7, 8]);
    },
  },
  {
    name: 'while a delivery waits for another attempt, the next of its key waits too, pending and without a due time',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { ordering: 'key' });
      for (const number of [1, 2]) await emitOf(storage, number, A);
      const failed = attempted(await dueOf(storage, 1), retryAt(minute(1)));
      assert.deepEqual(await freedBy(storage, [failed]), []);
      await emitOf(storage, 3, A);
      assert.deepEqual(await due(storage, 1, minute(1)), [1]);
      const waiting = (await deliveriesOf(storage, 1)).filter(
        ({ eventId }) => numberOf(eventId) > 1,
      );
      assert.deepEqual(
        waiting.map(({ status, dueAt }) => [status, dueAt]),
        Array(2).fill(['pending', null]),
      );
      const delivered = attempted(await dueOf(storage, 1, minute(1)), DELIVERED, minute(1));
      const freed = only(await freedBy(storage, [delivered]));
      assert.deepEqual([numberOf(freed.eventId), freed.dueAt], [2, delivered.next.finishedAt]);
      assert.deepEqual(await dueOf(storage, 2, minute(2)), freed);
    },
  },
  {
    name: 'what waits for one before it does not arrive',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      await subscribe(storage, 1, { ordering: 'key' });
      const { cursor } = await queue.arrivals(ALL_SHARDS, null, 1_000);
      for (const number of [1, 2, 3]) await emitOf(storage, number, A);
      await dispatchAll(storage);
      const dispatched = await queue.arrivals(ALL_SHARDS, cursor, 1_000);
      assert.deepEqual(numbersOf(dispatched.arrived?.deliveries ?? []), [1]);
    },
  },
  {
    name: 'where the order of a subscriber ends, all that waits comes due, and arrives',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      const subscriber = await subscribe(storage, 1, { ordering: 'key' });
      for (const number of [1, 2, 3]) await emitOf(storage, number, A);
      await dispatchAll(storage);
      const { cursor } = await queue.arrivals(ALL_SHARDS, null, 1_000);
      await order(storage, { ...subscriber, ordering: 'none' }, minute(5));

      const { arrived } = await queue.arrivals(ALL_SHARDS, cursor, 1_000);
      const deliveries = arrived?.deliveries ?? [];
      assert.deepEqual(numbersOf(deliveries).toSorted(), [2, 3]);
      assert.deepEqual(
        deliveries.map(({ dueAt }) => dueAt),
        [minute(5), minute(5)],
      );
      await emitOf(storage, 4, A);
      assert.deepEqual(await due(storage, 1, minute(5)), [1, 2, 3, 4]);
    },
  },
  {
    name: 'where the order of a subscriber begins, the next of a key waits for all of it that is pending',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      for (const number of [1, 2]) await emitOf(storage, number, A);
      await emit(storage, 3);
      await dispatchAll(storage);
      await order(storage, { ...subscriber, ordering: 'key' });
      for (const number of [4, 5]) await emitOf(storage, number, A);
      await emitOf(storage, 6, B);

      assert.deepEqual(await due(storage, 1), [1, 2, 3, 6]);
      const second = attempted(await dueOf(storage, 2), DELIVERED);
      assert.deepEqual(await freedBy(storage, [second]), []);
      const first = attempted(await dueOf(storage, 1), DELIVERED);
      assert.deepEqual(numbersOf(await freedBy(storage, [first])), [4]);
    },
  },
  {
    name: 'dispatches and results in parallel leave one due delivery of each key, and it is the first',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { ordering: 'key' });
      const fence = await own(storage);
      const keys = [A, B];
      let emitted = 0;
      const sent: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        for (const key of keys) await emitOf(storage, (emitted += 1), key);
        const ready = turn === 0 ? [] : await loadPending(storage);
        sent.push(...numbersOf(ready));
        const results = ready.map((one) => attempted(one, DELIVERED));
        const [outbox, result] = [await outboxOf(storage), results.slice(0, 2)];
        await Promise.all([
          storage.queue.dispatch(fence, outbox, MANY),
          storage.queue.finish(fence, result),
        ]);
        assert.ok((await loadPending(storage)).length <= 2, 'two of one key are due');
      }
      for (
        let ready = await loadPending(storage);
        ready.length > 0;
        ready = await loadPending(storage)
      ) {
        sent.push(...numbersOf(ready));
        await finish(
          storage,
          ready.map((one) => attempted(one, DELIVERED)),
        );
      }
      for (const odd of [0, 1]) {
        const ofKey = sent.filter((number) => number % 2 === odd);
        assert.deepEqual(
          ofKey,
          ofKey.toSorted((one, other) => one - other),
        );
        assert.equal(ofKey.length, 20);
      }
    },
  },
  {
    name: 'an event that is dispatched while the order of its subscriber changes stands in the old or the new one, and not between',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      const fence = await own(storage);
      const dispatchWhile = async (ordering: Subscriber['ordering']) => {
        const outbox = await outboxOf(storage);
        await Promise.all([
          storage.queue.dispatch(fence, outbox, MANY),
          order(storage, { ...subscriber, ordering }),
        ]);
      };
      for (let turn = 0; turn < 10; turn += 1) {
        const [first, second, third] = [3 * turn + 1, 3 * turn + 2, 3 * turn + 3];
        await emitOf(storage, first, A);
        await dispatchWhile('key');
        await emitOf(storage, second, A);
        assert.deepEqual(await due(storage, 1), [first], 'the next of the key does not wait');
        await emitOf(storage, third, A);
        await dispatchWhile('none');
        assert.deepEqual(await due(storage, 1), [first, second, third], 'one waits without order');
        await settle(storage, DELIVERED);
      }
    },
  },
];

const A = uuid(501);
const B = uuid(502);

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

function emitOf(storage: StorageWithWebhooks, number: number, orderingKey: string): Promise<void> {
  return emit(storage, number, { orderingKey });
}

/** Changes the order of a subscriber, as the service does. */
async function order(
  storage: StorageWithWebhooks,
  subscriber: Subscriber,
  now = NOW,
): Promise<void> {
  await commit(storage, { tenantId: TENANT }, async ({ deliveries, subscribers }) => {
    await deliveries.order(subscriber.id, subscriber.ordering, now);
    await subscribers.put(subscriber);
  });
}

/** The events of the subscriber's deliveries that are due, once the outbox is dispatched. */
async function due(
  storage: StorageWithWebhooks,
  subscriber: number,
  now = NOW,
): Promise<readonly number[]> {
  const all = await dueDeliveries(storage, now);
  const own = all.filter(({ subscriberId }) => subscriberId === uuid(subscriber));
  return numbersOf(own).toSorted((one, other) => one - other);
}

/** The delivery of an event to subscriber 1, which is due. */
async function dueOf(
  storage: StorageWithWebhooks,
  event: number,
  now = NOW,
): Promise<PendingDelivery> {
  const all = await dueDeliveries(storage, now);
  return only(
    all.filter(
      ({ subscriberId, eventId }) => subscriberId === uuid(1) && numberOf(eventId) === event,
    ),
  );
}

async function freedBy(
  storage: StorageWithWebhooks,
  finished: readonly FinishedDelivery[],
): Promise<readonly PendingDelivery[]> {
  return (await storage.queue.finish(await own(storage), finished)).freed;
}

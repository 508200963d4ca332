import assert from 'node:assert/strict';
import type { Delivery, StorageWithWebhooks } from '@stepward/core';
import { type EnqueuedDeliveries, purgeStorage, type DeliveryStore } from '@stepward/core/adapter';
import { addMs, days, hours, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { NOW, emit, numberOf, uuid } from './event-samples.js';
import {
  ALL,
  DELIVERED,
  DELIVERY,
  EXHAUSTED,
  EXPIRED,
  deliveriesOf,
  deliveryId,
  dueDeliveries,
  insertDelivery,
  numbersOf,
  only,
  settle,
  subscribe,
} from './webhook-host.js';

/** When the replays of these cases are asked for. */
const LATER = addMs(NOW, hours(1));

/** What holds for a replay by range. */
export const replayCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a replay makes a new delivery, due at once, for each event of the range',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1, 2, 3, 4]);
      const originals = await deliveriesOf(storage, 1);

      const answer = await replay(storage, { since: minute(2), until: minute(4) });

      assert.deepEqual(answer, { count: 2, more: null });
      const made = await replays(storage);
      assert.deepEqual(made.map(({ eventId }) => numberOf(eventId)).toSorted(), [2, 3]);
      for (const { id, eventId, replayOf, sequence, ...rest } of made) {
        const original = only(originals.filter((each) => each.eventId === eventId));
        assert.equal(replayOf, original.id);
        assert.notEqual(id, original.id);
        assert.equal(sequence, original.sequence);
        const { subscriberId, eventType, status, attempts, finishedAt } = DELIVERY;
        const fresh = { subscriberId, eventType, status, attempts, finishedAt };
        assert.deepEqual(rest, { ...fresh, dueAt: LATER, createdAt: LATER });
      }
    },
  },
  {
    name: 'an event with several deliveries in the range is replayed once',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      const again = { id: deliveryId(90, minute(2)), createdAt: minute(2) };
      await insertDelivery(storage, { ...again, replayOf: deliveryId(80) });
      await settle(storage, DELIVERED);
      assert.deepEqual(await replay(storage, {}), { count: 1, more: null });
      assert.equal((await deliveriesOf(storage, 1)).length, 3);
    },
  },
  {
    name: 'a replay that ends at its limit goes on to no other delivery of an event that it replayed',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      const again = { id: deliveryId(90, minute(2)), createdAt: minute(2) };
      await insertDelivery(storage, { ...again, replayOf: deliveryId(80) });
      await settle(storage, DELIVERED);
      assert.deepEqual(await replay(storage, {}, 1), { count: 1, more: null });
    },
  },
  {
    name: 'a dry run answers what the replay answers, with the times of its first and its last event, and makes nothing',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1, 2, 3, 4]);
      const range = { since: minute(2) };
      for (const [limit, last] of [
        [2, 3],
        [10, 4],
      ] as const) {
        const answer = await replayed(storage, range, { limit, isDryRun: true });
        assert.deepEqual(answer.emitted, { first: minute(2), last: minute(last) });
        assert.equal(answer.count, last - 1);
        assert.deepEqual(answer.more, last === 4 ? null : minute(4));
      }
      assert.deepEqual(await replays(storage), []);
      const dry = await replayed(storage, range, { isDryRun: true });
      assert.deepEqual(await replayed(storage, range, { isDryRun: false }), dry);
      assert.equal((await replays(storage)).length, 3);
      const none = { count: 0, more: null, emitted: null };
      assert.deepEqual(await replayed(storage, range, { isDryRun: true }), none);
    },
  },
  {
    name: 'a replay by status takes the events of those deliveries alone',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      await emit(storage, 2, { at: minute(2) });
      await settle(storage, EXHAUSTED, minute(2));
      assert.deepEqual(await replay(storage, { status: 'skipped' }), { count: 0, more: null });
      assert.deepEqual(await replay(storage, { status: 'exhausted' }), { count: 1, more: null });
      assert.equal(numberOf(only(await replays(storage)).eventId), 2);
    },
  },
  {
    name: 'an event that has expired is not replayed, from its last moment on',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      await emit(storage, 2, { at: minute(2), expiresAt: LATER });
      await emit(storage, 3, { at: minute(3), expiresAt: addMs(LATER, 1) });
      await settle(storage, EXPIRED, minute(3));
      const dry = await replayed(storage, {}, { isDryRun: true });
      assert.deepEqual(dry, {
        count: 2,
        more: null,
        emitted: { first: minute(1), last: minute(3) },
      });
      assert.deepEqual(await replay(storage, { status: 'expired' }), { count: 1, more: null });
      assert.equal(numberOf(only(await replays(storage)).eventId), 3);
    },
  },
  {
    name: 'an event on its way to the subscriber is not replayed, one on its way to another is',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1, 2]);
      await subscribe(storage, 2);
      await insertDelivery(storage, { id: deliveryId(91), eventId: uuid(1) });
      await insertDelivery(storage, {
        id: deliveryId(92),
        eventId: uuid(2),
        subscriberId: uuid(2),
      });

      assert.deepEqual(await replay(storage, {}), { count: 1, more: null });

      assert.equal(numberOf(only(await replays(storage)).eventId), 2);
      assert.deepEqual(await replay(storage, {}), { count: 0, more: null });
    },
  },
  {
    name: 'an event that was purged is not replayed',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      await purgeStorage(storage, addMs(NOW, days(31)));
      assert.equal((await deliveriesOf(storage, 1)).length, 1);
      assert.deepEqual(await replay(storage, {}), { count: 0, more: null });
      assert.equal(await insertDelivery(storage, { eventId: uuid(1) }), 0);
      assert.equal((await deliveriesOf(storage, 1)).length, 1);
    },
  },
  {
    name: 'a long replay goes on where it stopped, the oldest deliveries first, without gaps or repeats, whatever was delivered in between',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const [number, at] of [1, 2, 2, 2, 3].entries()) {
        await emit(storage, number, { at: minute(at) });
      }
      await settle(storage, DELIVERED, minute(5));
      const answers: Pick<EnqueuedDeliveries, 'count' | 'more'>[] = [];
      let since: Date | null = NOW;
      while (since !== null) {
        assert.ok(answers.length < 10, 'it never ends');
        const answer = await replay(storage, { since, until: LATER }, 2);
        answers.push(answer);
        since = answer.more;
        await settle(storage, DELIVERED, LATER);
      }

      assert.deepEqual(answers, [
        { count: 4, more: minute(3) },
        { count: 1, more: null },
      ]);
      const numbers = (await replays(storage)).map(({ eventId }) => numberOf(eventId));
      assert.deepEqual(numbers.toSorted(), [0, 1, 2, 3, 4]);
    },
  },
  {
    name: "a replay is the subscriber's and the tenant's own",
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1]);
      await subscribe(storage, 2);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      assert.deepEqual(await replay(storage, {}, 10, OTHER_TENANT), { count: 0, more: null });
      assert.deepEqual(await replay(storage, {}, 10, TENANT, 2), { count: 0, more: null });
      assert.deepEqual(await replays(storage), []);
    },
  },
  {
    name: 'replays and inserted deliveries queue behind first attempts',
    async run(createStorage) {
      const storage = await endedDeliveries(createStorage, [1, 2]);
      await emit(storage, 3, { at: LATER });
      await insertDelivery(storage, { eventId: uuid(2), dueAt: NOW });
      await replay(storage, { until: minute(2) });
      const due = await dueDeliveries(storage, LATER);
      const late = due.filter(({ isLate }) => isLate);
      assert.deepEqual(numbersOf(due.filter(({ isLate }) => !isLate)), [3]);
      assert.deepEqual(numbersOf(late).toSorted(), [1, 2]);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** Subscriber 1, and an event by number for it, emitted so many minutes after {@link NOW} and delivered. */
async function endedDeliveries(
  createStorage: () => Promise<StorageWithWebhooks>,
  numbers: readonly number[],
): Promise<StorageWithWebhooks> {
  const storage = await createStorage();
  await subscribe(storage, 1);
  for (const number of numbers) await emit(storage, number, { at: minute(number) });
  await settle(storage, DELIVERED, minute(numbers.length));
  return storage;
}

type Filter = Partial<Parameters<DeliveryStore['list']>[1]>;

async function replay(
  storage: StorageWithWebhooks,
  filter: Filter,
  limit = 10,
  tenantId = TENANT,
  subscriber = 1,
): Promise<Pick<EnqueuedDeliveries, 'count' | 'more'>> {
  const request = { filter: { ...ALL, ...filter }, now: LATER, limit, isDryRun: false };
  const { count, more } = await commit(storage, { tenantId }, ({ deliveries }) =>
    deliveries.enqueue({ type: 'replay', subscriberId: uuid(subscriber), ...request }),
  );
  return { count, more };
}

/** The answer of a replay for subscriber 1, whether it makes deliveries or not. */
function replayed(
  storage: StorageWithWebhooks,
  filter: Filter,
  { limit = 10, isDryRun }: { readonly limit?: number; readonly isDryRun: boolean },
): Promise<EnqueuedDeliveries> {
  const request = { filter: { ...ALL, ...filter }, now: LATER, limit, isDryRun };
  return commit(storage, { tenantId: TENANT }, ({ deliveries }) =>
    deliveries.enqueue({ type: 'replay', subscriberId: uuid(1), ...request }),
  );
}

/** What replays made for subscriber 1. */
async function replays(storage: StorageWithWebhooks): Promise<readonly Delivery[]> {
  const all = await deliveriesOf(storage, 1);
  return all.filter(({ createdAt }) => createdAt.getTime() === LATER.getTime());
}

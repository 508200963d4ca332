import assert from 'node:assert/strict';
import type { Delivery, StorageWithWebhooks } from '@stepward/core';
import {
  SHARD_COUNT,
  type DispatchOutcome,
  type PendingDelivery,
  type WaitingEvent,
} from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, inParallel } from './contract-host.js';
import { addMs } from './duration.js';
import { FIRST_PAGE, NOW, emit, eventNo, numberOf, uuid } from './event-samples.js';
import {
  ALL,
  MANY,
  OTHER_WORKER,
  WORKER,
  deliveriesOf,
  dispatchAll,
  leave,
  loadPending,
  numbersOf,
  only,
  onlyDelivery,
  outboxOf,
  own,
  subscribe,
} from './webhook-host.js';

/** How events leave the outbox. */
export const dispatchCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'an event is listed before it is dispatched, and has no deliveries until then',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 7);
      assert.deepEqual(await listed(storage), [{ ...eventNo(7), dispatched: false }]);
      assert.deepEqual(await deliveriesOf(storage, 1), []);
      await dispatchAll(storage);
      assert.deepEqual(await listed(storage), [{ ...eventNo(7), dispatched: true }]);
      await onlyDelivery(storage, 1);
    },
  },
  {
    name: 'an event with many subscribers goes on where it stopped, though with another worker, and each gets it once',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      for (let number = 0; number < 25; number += 1) await subscribe(storage, number);
      for (const number of [101, 102]) await emit(storage, number);
      let made: readonly number[] = [];
      let left: readonly WaitingEvent[] = await outboxOf(storage);
      for (let turn = 0; left.length > 0; turn += 1) {
        assert.ok(turn < 50, 'it never ends');
        const isOdd = turn % 2 === 1;
        await own(storage, OTHER_WORKER, { leaseMs: 0 });
        const fence = isOdd ? await own(storage, OTHER_WORKER) : await own(storage);
        const limit = { events: 100, deliveries: 10 };
        const { unfinished, unreached, lost } = await queue.dispatch(fence, left, limit);
        await leave(storage, fence.worker);
        const total = await madeBy(storage);
        assert.ok(total.length - made.length <= 10, 'it made more than its limit');
        assert.deepEqual([unreached, lost], [[], []]);
        const states = (await listed(storage)).map(({ id, dispatched }) => [
          numberOf(id),
          dispatched,
        ]);
        assert.deepEqual(states, [
          [102, !isLeft(unfinished, 102)],
          [101, !isLeft(unfinished, 101)],
        ]);
        if (isLeft(unfinished, 101)) assert.ok(!total.includes(102), 'the second went first');
        [made, left] = [total, unfinished];
      }
      assert.equal(made.length, 50);
      for (let number = 0; number < 25; number += 1) {
        assert.deepEqual(numbersOf(await deliveriesOf(storage, number)).toSorted(), [101, 102]);
      }
    },
  },
  {
    name: 'tenants take turns in a dispatch: the first event of each, then the second',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await subscribe(storage, 0, {}, tenantId);
        for (const number of [1, 2, 3]) await emit(storage, number, {}, tenantId);
      }
      const fence = await own(storage);
      await storage.queue.dispatch(fence, await outboxOf(storage), { events: 9, deliveries: 4 });
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        const given = numbersOf(await deliveriesOf(storage, 0, tenantId));
        assert.deepEqual(given.toSorted(), [1, 2]);
      }
    },
  },
  {
    name: 'tenants that a dispatch did not reach within its limit are named',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      for (let number = 0; number < 10; number += 1) await subscribe(storage, number);
      await subscribe(storage, 0, {}, OTHER_TENANT);
      for (const number of [1, 2]) await emit(storage, number);
      for (const number of [1, 2]) await emit(storage, number, {}, OTHER_TENANT);
      const fence = await own(storage);
      const all = await outboxOf(storage);
      const [big, small] = [TENANT, OTHER_TENANT].map((id) =>
        only(all.filter(({ tenantId }) => tenantId === id)),
      );
      assert.ok(big !== undefined && small !== undefined);

      const tight = await queue.dispatch(fence, [big, small], { events: 9, deliveries: 4 });
      assert.deepEqual(restOf(tight), { unfinished: [big], unreached: [small], lost: [] });
      assert.deepEqual(await deliveriesOf(storage, 0, OTHER_TENANT), []);

      const wide = await queue.dispatch(fence, [small, big], { events: 9, deliveries: 9 });
      assert.deepEqual(restOf(wide), {
        unfinished: [{ ...big, eventId: uuid(2) }],
        unreached: [],
        lost: [],
      });
      const given = numbersOf(await deliveriesOf(storage, 0, OTHER_TENANT));
      assert.deepEqual(given.toSorted(), [1, 2]);
    },
  },
  {
    name: 'a tenant with more events than the limit goes on with the next',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 0);
      for (const number of [1, 2, 2, 2, 3, 4, 5]) await emit(storage, number);
      const fence = await own(storage);
      let left = await outboxOf(storage);
      for (let turn = 0; left.length > 0; turn += 1) {
        assert.ok(turn < 20, 'it never ends');
        const limit = { events: 2, deliveries: 100 };
        const { unfinished } = await storage.queue.dispatch(fence, left, limit);
        assert.ok(unfinished.length <= 1);
        left = unfinished;
      }
      const given = numbersOf(await deliveriesOf(storage, 0));
      assert.deepEqual(given.toSorted(), [1, 2, 3, 4, 5]);
      assert.deepEqual(await outboxOf(storage), []);
    },
  },
  {
    name: 'the deliveries of a subscriber are numbered from 1 without gaps, by time, then by arrival of their events, over dispatches of many workers',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2, { enabled: false, disabledReason: 'manual' });
      await subscribe(storage, 1, {}, OTHER_TENANT);
      for (const number of [3, 1, 2, 2]) await emit(storage, number);
      await emit(storage, 4, { at: addMs(NOW, -1) });
      await emit(storage, 9, {}, OTHER_TENANT);
      let left = await outboxOf(storage);
      for (let turn = 0; left.length > 0; turn += 1) {
        assert.ok(turn < 20, 'it never ends');
        await own(storage, OTHER_WORKER, { leaseMs: 0 });
        const fence = turn % 2 === 1 ? await own(storage, OTHER_WORKER) : await own(storage);
        const limit = { events: 2, deliveries: 3 };
        const dispatches = await inParallel(2, () => storage.queue.dispatch(fence, left, limit));
        assert.equal(dispatches.length, 2);
        left = await outboxOf(storage);
        await leave(storage, fence.worker);
      }
      for (const number of [5, 6]) await emit(storage, number);
      await dispatchAll(storage);

      for (const subscriber of [1, 2]) {
        const given = numbered(await deliveriesOf(storage, subscriber));
        assert.deepEqual(
          given,
          [4, 3, 1, 2, 5, 6].map((number, index) => [index + 1, number]),
        );
      }
      assert.deepEqual(numbered(await deliveriesOf(storage, 1, OTHER_TENANT)), [[1, 9]]);
    },
  },
  {
    name: 'an event that was dispatched meanwhile is passed over',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 7);
      const events = await outboxOf(storage);
      const fence = await own(storage);
      for (let count = 0; count < 2; count += 1) {
        const dispatched = await storage.queue.dispatch(fence, events, MANY);
        assert.deepEqual(restOf(dispatched), { unfinished: [], unreached: [], lost: [] });
        assert.equal(dispatched.made.length, count === 0 ? 1 : 0);
      }
      await onlyDelivery(storage, 1);
    },
  },
  {
    name: 'a dispatch returns the due deliveries that it made, and none that is skipped or waits for one before it',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2, { enabled: false, disabledReason: 'manual' });
      await subscribe(storage, 3, { ordering: 'key' });
      for (const number of [4, 5]) await emit(storage, number, { orderingKey: uuid(501) });
      const handlers = [{ name: 'mail', events: ['*'] }];
      const fence = await own(storage, WORKER, { handlers });
      const made: PendingDelivery[] = [];
      for (let left = await outboxOf(storage); left.length > 0; left = await outboxOf(storage)) {
        const limit = { events: 1, deliveries: 2 };
        const before = made.length;
        made.push(...(await storage.queue.dispatch(fence, left, limit)).made);
        assert.ok(made.length > before || made.length === 5, 'it made none');
      }
      const toSubscribers = made.filter(({ shard }) => shard < SHARD_COUNT);
      assert.deepEqual(new Set(toSubscribers), new Set(await loadPending(storage)));
      const counts = [1, 2, 3].map(
        (number) => made.filter(({ subscriberId }) => subscriberId === uuid(number)).length,
      );
      assert.deepEqual([...counts, made.length], [2, 0, 1, 5]);
    },
  },
  {
    name: 'parallel dispatches of the same events make each delivery once',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2, 3]) await subscribe(storage, number);
      for (const number of [4, 5, 6, 6]) await emit(storage, number);
      const fence = await own(storage);
      const events = await outboxOf(storage);
      await inParallel(8, () => storage.queue.dispatch(fence, events, MANY));
      for (const number of [1, 2, 3]) {
        assert.deepEqual(numbersOf(await deliveriesOf(storage, number)).toSorted(), [4, 5, 6]);
      }
      assert.deepEqual(await outboxOf(storage), []);
    },
  },
];

/** An outcome without what was made. */
function restOf({ made: _, ...rest }: DispatchOutcome): Omit<DispatchOutcome, 'made'> {
  return rest;
}

/** Whether a tenant goes on with that event, or with one before. */
function isLeft(events: readonly WaitingEvent[], number: number): boolean {
  return events.some(({ eventId }) => numberOf(eventId) <= number);
}

/** The events of all deliveries that were made. */
async function madeBy(storage: StorageWithWebhooks): Promise<readonly number[]> {
  const all: Delivery[] = [];
  for (let number = 0; number < 25; number += 1) all.push(...(await deliveriesOf(storage, number)));
  return numbersOf(all);
}

async function listed(storage: StorageWithWebhooks) {
  const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
    events.list({ ...ALL, eventId: null, type: null, organisationId: null }, FIRST_PAGE),
  );
  return items;
}

/** The sequence and the event's number of each delivery, in their order. */
function numbered(deliveries: readonly Delivery[]): readonly (readonly [number, number])[] {
  return deliveries
    .map(({ sequence, eventId }) => [sequence ?? 0, numberOf(eventId)] as const)
    .toSorted(([one], [other]) => one - other);
}

import type { DeliveryStore } from '@stepward/core/adapter';
import assert from 'node:assert/strict';
import type { Delivery, Page, PageRequest, StorageWithWebhooks } from '@stepward/core';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { FIRST_PAGE, NOW, emit, eventNo, numberOf, uuid } from './event-samples.js';
import {
  ALL,
  DELIVERED,
  DELIVERY,
  EXHAUSTED,
  attemptsOf,
  attempted,
  deliveriesOf,
  deliveryId,
  dispatchAll,
  dueDeliveries,
  dueDelivery,
  findDelivery,
  finish,
  insertDelivery,
  only,
  onlyDelivery,
  settle,
  subscribe,
} from './webhook-host.js';

type DeliveryFilter = Parameters<DeliveryStore['list']>[1];

/** What holds for the log of deliveries. */
export const deliveryCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'an inserted delivery comes back as it was, whatever the filter of its subscriber says',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { eventTypes: [] });
      await emit(storage, 1);
      await dispatchAll(storage);
      const replay = { id: deliveryId(91), replayOf: DELIVERY.id, dueAt: minute(5) };
      const rows = [DELIVERY, { ...DELIVERY, ...replay }];
      for (const delivery of rows) {
        assert.equal(await insertDelivery(storage, delivery), 1);
        assert.deepEqual(await findDelivery(storage, delivery.id), { delivery, attempts: [] });
      }
    },
  },
  {
    name: "no delivery is inserted for an event that is not there, nor for another tenant's",
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 2, { to: 9 }, OTHER_TENANT);
      await dispatchAll(storage);
      for (const eventId of [uuid(1), uuid(2)]) {
        assert.equal(await insertDelivery(storage, { eventId }), 0);
      }
      assert.deepEqual(await deliveriesOf(storage, 1), []);
    },
  },
  {
    name: 'an event that is stored with a delivery goes to that subscriber alone, whatever the filters say',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { eventTypes: [] });
      await subscribe(storage, 2);
      const event = eventNo(1);

      const made = await commit(storage, { tenantId: TENANT }, ({ deliveries }) =>
        deliveries.enqueue({ type: 'event', delivery: DELIVERY, event }),
      );
      assert.deepEqual(made, { count: 1, more: null, emitted: null });

      assert.deepEqual(await onlyDelivery(storage, 1), DELIVERY);
      assert.deepEqual(await deliveriesOf(storage, 2), []);
      const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
      const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
        events.list(all, FIRST_PAGE),
      );
      assert.deepEqual(items, [{ ...event, dispatched: true }]);
      assert.equal((await dueDelivery(storage)).deliveryId, DELIVERY.id);
    },
  },
  {
    name: 'a delivery is found by its exact id, under its subscriber and its tenant alone',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      await emit(storage, 1, { to: 9 });
      await dispatchAll(storage);
      await insertDelivery(storage, {});

      assert.equal(await findDelivery(storage, DELIVERY.id, TENANT, uuid(2)), null);
      assert.equal(await findDelivery(storage, DELIVERY.id, OTHER_TENANT), null);
      assert.deepEqual(await deliveriesOf(storage, 1, OTHER_TENANT), []);
      assert.deepEqual(await deliveriesOf(storage, 2), []);
      const { id } = DELIVERY;
      for (const near of ['', 'none', `${id} `, `{${id}}`, `${id}\0`, id.toUpperCase()]) {
        assert.equal(await findDelivery(storage, near), null, JSON.stringify(near));
      }
      for (const near of ['', 'nobody', uuid(1).toUpperCase()]) {
        assert.equal(await findDelivery(storage, id, TENANT, near), null, JSON.stringify(near));
        const { items } = await list(storage, {}, FIRST_PAGE, near);
        assert.deepEqual(items, [], JSON.stringify(near));
      }
    },
  },
  {
    name: 'deliveries of one id in two tenants have attempts of their own',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await subscribe(storage, 1, {}, tenantId);
        await emit(storage, 1, { to: 9 }, tenantId);
        await dispatchAll(storage);
        await insertDelivery(storage, {}, tenantId);
      }
      const due = await dueDeliveries(storage);
      const ours = due.filter(({ tenantId }) => tenantId === TENANT);
      await finish(storage, [attempted(only(ours), DELIVERED)]);

      assert.equal((await attemptsOf(storage, DELIVERY.id)).length, 1);
      assert.deepEqual(await attemptsOf(storage, DELIVERY.id, OTHER_TENANT), []);
      assert.equal((await onlyDelivery(storage, 1)).status, 'delivered');
      assert.equal((await onlyDelivery(storage, 1, OTHER_TENANT)).status, 'pending');
    },
  },
  {
    name: 'deliveries are listed by status and time, the beginning of a time included and its end not',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await insertNo(storage, 0, 0);
      await settle(storage, DELIVERED);
      await insertNo(storage, 1, 1);
      await settle(storage, EXHAUSTED, minute(1));
      for (const number of [2, 3]) await insertNo(storage, number, number);
      const table: readonly (readonly [Partial<DeliveryFilter>, readonly number[]])[] = [
        [{}, [3, 2, 1, 0]],
        [{ status: 'delivered' }, [0]],
        [{ status: 'exhausted' }, [1]],
        [{ status: 'pending' }, [3, 2]],
        [{ status: 'skipped' }, []],
        [{ since: minute(1) }, [3, 2, 1]],
        [{ since: addMs(minute(1), 1) }, [3, 2]],
        [{ until: minute(1) }, [0]],
        [{ since: minute(1), until: minute(3) }, [2, 1]],
        [{ status: 'pending', since: minute(1), until: minute(3) }, [2]],
      ];
      for (const [filter, expected] of table) {
        const { items } = await list(storage, filter);
        const numbers = items.map(({ eventId }) => numberOf(eventId));
        assert.deepEqual(numbers, expected, JSON.stringify(filter));
      }
    },
  },
  {
    name: 'deliveries are listed newest first, those of the same time by id, in pages without gaps or repeats while some are added',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const number of [3, 0, 6, 1, 4, 2, 5]) {
        await insertNo(storage, number, Math.floor(number / 3));
      }

      const pages: (readonly number[])[] = [];
      let position: string | null = null;
      do {
        const filter = { status: 'pending', since: minute(0) } as const;
        const page: Page<Delivery> = await list(storage, filter, { limit: 3, position });
        pages.push(page.items.map(({ eventId }) => numberOf(eventId)));
        position = page.nextPosition;
        await insertNo(storage, 10 + pages.length, 10);
      } while (position !== null);

      assert.deepEqual(pages, [[6, 5, 4], [3, 2, 1], [0]]);
    },
  },
  {
    name: "a deleted subscriber's deliveries stay in the log",
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      await settle(storage, DELIVERED);
      const before = await onlyDelivery(storage, 1);

      await commit(storage, { tenantId: TENANT }, ({ subscribers }) => subscribers.delete(uuid(1)));

      const found = await findDelivery(storage, before.id);
      assert.deepEqual(found?.delivery, before);
      assert.equal(found.attempts.length, 1);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** Stores a delivery of the event of that number, created `minutesLater` after {@link NOW}. */
async function insertNo(
  storage: StorageWithWebhooks,
  number: number,
  minutesLater: number,
): Promise<void> {
  await emit(storage, number, { to: 9 });
  await dispatchAll(storage);
  const at = minute(minutesLater);
  const id = deliveryId(number, at);
  const parts = { id, eventId: uuid(number), createdAt: at, dueAt: at };
  assert.equal(await insertDelivery(storage, parts), 1);
}

function list(
  storage: StorageWithWebhooks,
  filter: Partial<DeliveryFilter>,
  page: PageRequest = FIRST_PAGE,
  subscriberId = uuid(1),
): Promise<Page<Delivery>> {
  return commit(storage, { tenantId: TENANT }, ({ deliveries }) =>
    deliveries.list(subscriberId, { ...ALL, ...filter }, page),
  );
}

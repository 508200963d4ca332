import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS, purgeStorage } from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';
import { addMs, days, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { EVENT } from './samples.js';
import { FIRST_PAGE, NOW, emit, numberOf, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  attempted,
  attemptsOf,
  deliveriesOf,
  dispatchAll,
  dueDeliveries,
  dueDelivery,
  finish,
  insertDelivery,
  only,
  onlyDelivery,
  outboxOf,
  own,
  retryAt,
  settle,
  subscribe,
} from './webhook-host.js';

/** What `purge` forgets of events and deliveries, and what it does not. */
export const purgeWebhookCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'purge keeps an event for as long as one of its deliveries is pending, so that it can still be sent',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);
      await emit(storage, 7);
      const [first, second] = await dueDeliveries(storage);
      assert.ok(first !== undefined && second !== undefined);
      const retry = addMs(NOW, days(100));
      await finish(storage, [attempted(first, DELIVERED), attempted(second, retryAt(retry))]);

      await purgeStorage(storage, retry);

      assert.deepEqual(await events(storage), [7]);
      const again = await dueDelivery(storage, retry);
      const opened = only(await storage.queue.open([again]));
      assert.deepEqual([again.attempts, opened?.event?.data], [1, EVENT.data]);
      const subscriberId = again.subscriberId;
      assert.equal((await attemptsOf(storage, again.deliveryId, TENANT, subscriberId)).length, 1);

      await finish(storage, [attempted(again, DELIVERED, retry)]);
      await purgeStorage(storage, addMs(retry, 1_000));
      assert.deepEqual(await events(storage), []);
      assert.equal((await onlyDelivery(storage, numberOf(subscriberId))).attempts, 2);
    },
  },
  {
    name: 'purge keeps an event whose first attempts have not begun, but neither older ones nor those of other tenants',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 6, { to: 9, at: addMs(NOW, -1) });
      await emit(storage, 7);
      await emit(storage, 8, {}, OTHER_TENANT);
      await dispatchAll(storage);
      const later = addMs(NOW, days(100));

      await purgeStorage(storage, later);

      assert.deepEqual(await events(storage), [7]);
      assert.deepEqual(await events(storage, OTHER_TENANT), []);
      const opened = only(await storage.queue.open([await dueDelivery(storage)]));
      assert.equal(opened?.event?.data, EVENT.data);
    },
  },
  {
    name: 'purge keeps an event that was not dispatched as long as its tenant has subscribers',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const tenantId of [TENANT, OTHER_TENANT]) await emit(storage, 7, {}, tenantId);
      const later = addMs(NOW, days(100));
      await purgeStorage(storage, later);
      assert.deepEqual(await events(storage), [7]);
      assert.deepEqual(await events(storage, OTHER_TENANT), []);
      await dueDelivery(storage, later);
    },
  },
  {
    name: 'purge keeps an event that was dispatched in part, so that the rest of its deliveries can be sent',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      for (const number of [1, 2]) await subscribe(storage, number);
      await emit(storage, 7);
      await queue.dispatch(await own(storage), await outboxOf(storage), {
        events: 100,
        deliveries: 1,
      });
      const window = only((await listWaiting(queue)).subscribers);
      const loaded = await queue.load([{ ...window, isLate: false, after: null, limit: 10 }]);
      await finish(storage, [attempted(only(loaded.flat()), DELIVERED)]);
      const later = addMs(NOW, days(100));

      await purgeStorage(storage, later);

      const rest = await dueDelivery(storage, later);
      const opened = only(await queue.open([rest]));
      assert.equal(opened?.event?.data, EVENT.data);
    },
  },
  {
    name: 'purge takes a delivery for none of another tenant with the same ids',
    async run(createStorage) {
      const storage = await createStorage();
      const later = addMs(NOW, days(1));
      for (const [tenantId, at] of [
        [TENANT, NOW],
        [OTHER_TENANT, later],
      ] as const) {
        await subscribe(storage, 1, {}, tenantId);
        await emit(storage, 1, { to: 9, at: NOW }, tenantId);
        await dispatchAll(storage);
        await insertDelivery(storage, {}, tenantId);
        await settle(storage, DELIVERED, at);
      }
      await purgeStorage(storage, addMs(NOW, DELIVERY_RETENTION_MS + minutes(1)));
      assert.deepEqual(await deliveriesOf(storage, 1), []);
      const kept = await onlyDelivery(storage, 1, OTHER_TENANT);
      assert.equal((await attemptsOf(storage, kept.id, OTHER_TENANT)).length, 1);
    },
  },
  {
    name: 'purge leaves ended deliveries as they were for 90 days, with their attempts, though their events are gone',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2, { enabled: false, disabledReason: 'manual' });
      await emit(storage, 7);
      await settle(storage, EXHAUSTED);
      const ended = await onlyDelivery(storage, 1);
      const skipped = await onlyDelivery(storage, 2);
      const attempts = await attemptsOf(storage, ended.id);
      await dispatchAll(storage);

      await purgeStorage(storage, addMs(NOW, DELIVERY_RETENTION_MS - 1));

      assert.deepEqual(await events(storage), []);
      assert.deepEqual(await onlyDelivery(storage, 1), ended);
      assert.deepEqual(await onlyDelivery(storage, 2), skipped);
      assert.deepEqual(await attemptsOf(storage, ended.id), attempts);

      await purgeStorage(storage, addMs(NOW, DELIVERY_RETENTION_MS + minutes(1)));

      assert.deepEqual(await deliveriesOf(storage, 1), []);
      assert.deepEqual(await deliveriesOf(storage, 2), []);
      assert.deepEqual(await attemptsOf(storage, ended.id), []);
    },
  },
  {
    name: 'purge forgets the ended deliveries of deleted subscribers as well, over all tenants',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await subscribe(storage, 1, {}, tenantId);
        await emit(storage, 7, {}, tenantId);
      }
      await settle(storage, DELIVERED);
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await commit(storage, { tenantId }, ({ subscribers }) => subscribers.delete(uuid(1)));
      }
      await purgeStorage(storage, addMs(NOW, DELIVERY_RETENTION_MS + minutes(1)));
      await purgeStorage(storage, addMs(NOW, DELIVERY_RETENTION_MS + minutes(1)));
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await deliveriesOf(storage, 1, tenantId), []);
        assert.deepEqual(await events(storage, tenantId), []);
      }
    },
  },
  {
    name: 'an event id that was purged is free again',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 7);
      await settle(storage, DELIVERED);
      const later = addMs(NOW, EVENT_RETENTION_MS);
      await purgeStorage(storage, later);
      await emit(storage, 7, { at: later });
      await dispatchAll(storage);
      assert.equal((await deliveriesOf(storage, 1)).length, 2);
    },
  },
];

async function events(storage: StorageWithWebhooks, tenantId = TENANT): Promise<readonly number[]> {
  const everything = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const { items } = await commit(storage, { tenantId }, (stores) =>
    stores.events.list(everything, FIRST_PAGE),
  );
  return items.map(({ id }) => numberOf(id));
}

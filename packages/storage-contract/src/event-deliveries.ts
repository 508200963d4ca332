import assert from 'node:assert/strict';
import { err, type Storage } from '@stepward/core';
import type { StoredEvent } from '@stepward/core/adapter';
import { addMs } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  decide,
  inParallel,
  recordEvent,
  scopeOf,
} from './contract-host.js';
import { FIRST_PAGE, NOW, emit, eventNo, numberOf } from './event-samples.js';
import { appendIn, inTransaction } from './host-transaction.js';
import { FULL_RECORD, KEY } from './samples.js';
import { deliveriesOf, dispatchAll, onlyDelivery, subscribe } from './webhook-host.js';

/** That an event and its deliveries are stored together, or not at all. */
export const eventDeliveryCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'an event whose id was dispatched before is dropped, and neither the event nor its deliveries change',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 7);
      await dispatchAll(storage);
      const [events, deliveries] = [await listEvents(storage), await deliveriesOf(storage, 1)];
      await subscribe(storage, 2);

      const again = { ...eventNo(7, addMs(NOW, 1)), type: 'user.deleted', data: '{"other":1}' };
      await commit(storage, { tenantId: TENANT }, (stores) =>
        recordEvent(stores, again, ['to.all']),
      );
      await dispatchAll(storage);

      assert.deepEqual(await listEvents(storage), events);
      assert.deepEqual(await deliveriesOf(storage, 1), deliveries);
      assert.deepEqual(await deliveriesOf(storage, 2), []);
    },
  },
  {
    name: '20 parallel units of work with one event id give one event with one set of deliveries',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2, 3]) await subscribe(storage, number);

      await inParallel(20, () => emit(storage, 7));
      await dispatchAll(storage);

      assert.equal((await listEvents(storage)).length, 1);
      for (const number of [1, 2, 3]) await onlyDelivery(storage, number);
    },
  },
  {
    name: 'a roll-back leaves neither the event nor a delivery, and its id is free again',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);

      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        await recordEvent(stores, eventNo(7), ['to.all']);
        return err('no');
      });

      assert.ok(refused.isErr());
      await dispatchAll(storage);
      assert.deepEqual(await listEvents(storage), []);
      assert.deepEqual(await deliveriesOf(storage, 1), []);
      await emit(storage, 7);
      await dispatchAll(storage);
      await onlyDelivery(storage, 1);
    },
  },
  {
    name: "an event commits with the host's transaction, with its deliveries, in its own tenant",
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 1, {}, OTHER_TENANT);

      await inTransaction(storage, 'commit', async (transaction) => {
        await appendIn(storage, transaction, 7);
        await appendIn(storage, transaction, 7);
        await appendIn(storage, transaction, 8, OTHER_TENANT);
      });
      await dispatchAll(storage);

      assert.equal(numberOf((await onlyDelivery(storage, 1)).eventId), 7);
      assert.equal(numberOf((await onlyDelivery(storage, 1, OTHER_TENANT)).eventId), 8);
    },
  },
  {
    name: "a roll-back of the host's transaction takes the event and its deliveries with it",
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);

      await inTransaction(storage, 'roll back', (transaction) => appendIn(storage, transaction, 7));
      await dispatchAll(storage);

      assert.deepEqual(await deliveriesOf(storage, 1), []);
      await inTransaction(storage, 'commit', (transaction) => appendIn(storage, transaction, 7));
      await dispatchAll(storage);
      await onlyDelivery(storage, 1);
    },
  },
  {
    name: 'a transaction that has ended is refused, and stores no delivery',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const ending of ['commit', 'roll back'] as const) {
        const ended = await inTransaction(storage, ending, (transaction) =>
          Promise.resolve({ transaction }),
        );
        await assert.rejects(appendIn(storage, ended.transaction, 7));
      }
      await dispatchAll(storage);
      assert.deepEqual(await deliveriesOf(storage, 1), []);
    },
  },
  {
    name: '20 parallel transactions of the host with one event id give one event with one set of deliveries',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await subscribe(storage, number);

      await inParallel(20, () =>
        inTransaction(storage, 'commit', (transaction) => appendIn(storage, transaction, 7)),
      );
      await dispatchAll(storage);

      for (const number of [1, 2]) await onlyDelivery(storage, number);
    },
  },
  {
    name: 'the events of a trail are stored with their deliveries',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { eventTypes: ['mfa.*'] });
      const event = { ...eventNo(7), type: 'mfa.locked' };
      const trail = {
        entries: [],
        events: [{ event, patterns: ['mfa.locked', 'mfa.*'], orderingKey: null }],
      };
      await decide(storage, scopeOf(KEY), () => ({ record: FULL_RECORD, trail }));
      await dispatchAll(storage);
      assert.equal(numberOf((await onlyDelivery(storage, 1)).eventId), 7);
    },
  },
];

async function listEvents(storage: Storage): Promise<readonly StoredEvent[]> {
  const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
    events.list(all, FIRST_PAGE),
  );
  return items;
}

import assert from 'node:assert/strict';
import { firstDeliveryId } from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, recordEvent } from './contract-host.js';
import { addMs } from './duration.js';
import { EVENT } from './samples.js';
import { NOW, emit, eventNo, numberOf, uuid } from './event-samples.js';
import {
  deliveriesOf,
  dispatchAll,
  onlyDelivery,
  subscribe,
  putSubscriber,
} from './webhook-host.js';

/** Which subscribers an event goes to. */
export const fanOutCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'an event makes one delivery for each subscriber whose filter holds one of its patterns, and for no other',
    async run(createStorage) {
      const storage = await createStorage();
      const filters: readonly (readonly [readonly string[], boolean])[] = [
        [['*'], true],
        [['organisation.*'], true],
        [['organisation.member_added'], true],
        [['org.member.added'], true],
        [['org.member.*', 'org.*', '*'], true],
        [['user.created', 'organisation.member_added'], true],
        [['user.*'], false],
        [['organisation.member_removed', 'user.created'], false],
        [['ORGANISATION.*'], false],
        [['organisation'], false],
        [['organisation.member_added '], false],
        [['%'], false],
        [[], false],
      ];
      for (const [index, [eventTypes]] of filters.entries()) {
        await subscribe(storage, index, { eventTypes });
      }
      const event = { ...eventNo(7), type: 'organisation.member_added' };
      const patterns = [
        '*',
        'organisation.member_added',
        'organisation.*',
        'org.member.added',
        'org.*',
        'org.member.*',
      ];

      await commit(storage, { tenantId: TENANT }, (stores) => recordEvent(stores, event, patterns));
      await dispatchAll(storage);

      for (const [index, [eventTypes, isMeant]] of filters.entries()) {
        const events = (await deliveriesOf(storage, index)).map(({ eventId }) => eventId);
        assert.deepEqual(events, isMeant ? [event.id] : [], JSON.stringify(eventTypes));
      }
    },
  },
  {
    name: 'a delivery begins pending, due at the time of the event, under the id that both give it',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2);
      await emit(storage, 7);
      await dispatchAll(storage);

      const [first, second] = [await onlyDelivery(storage, 1), await onlyDelivery(storage, 2)];

      assert.deepEqual(first, {
        id: first.id,
        subscriberId: uuid(1),
        eventId: uuid(7),
        eventType: EVENT.type,
        status: 'pending',
        attempts: 0,
        dueAt: NOW,
        createdAt: NOW,
        finishedAt: null,
        replayOf: null,
        sequence: 1,
      });
      assert.equal(first.id, firstDeliveryId(NOW, uuid(7), uuid(1)));
      assert.equal(second.id, firstDeliveryId(NOW, uuid(7), uuid(2)));
    },
  },
  {
    name: 'an event for a disabled subscriber is recorded as skipped',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { enabled: false, disabledReason: 'manual' });
      await subscribe(storage, 2);
      await emit(storage, 7);
      await dispatchAll(storage);

      const { status, dueAt, attempts, createdAt, finishedAt } = await onlyDelivery(storage, 1);

      assert.deepEqual([status, dueAt, attempts], ['skipped', null, 0]);
      assert.deepEqual([createdAt, finishedAt], [NOW, NOW]);
      assert.equal((await onlyDelivery(storage, 2)).status, 'pending');
    },
  },
  {
    name: 'an event goes to no subscriber of another tenant, and to none that was deleted',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      await commit(storage, { tenantId: TENANT }, ({ subscribers }) => subscribers.delete(uuid(2)));

      await emit(storage, 7);
      await dispatchAll(storage);

      assert.equal(numberOf((await onlyDelivery(storage, 1)).eventId), 7);
      assert.deepEqual(await deliveriesOf(storage, 2), []);
      assert.deepEqual(await deliveriesOf(storage, 1, OTHER_TENANT), []);
    },
  },
  {
    name: 'an event from before the creation of a subscriber does not reach it, whether it commits before or after it',
    async run(createStorage) {
      const storage = await createStorage();
      await emit(storage, 5, { at: addMs(NOW, -1) });
      const { createdAt } = await subscribe(storage, 1, { createdAt: NOW });
      await emit(storage, 6, { at: addMs(createdAt, -1) });
      await emit(storage, 7, { at: createdAt });
      await dispatchAll(storage);
      assert.equal(numberOf((await onlyDelivery(storage, 1)).eventId), 7);
    },
  },
  {
    name: 'a change of a subscriber counts for what is dispatched after it',
    async run(createStorage) {
      const storage = await createStorage();
      const filtered = await subscribe(storage, 1, { eventTypes: ['to.1'] });
      const disabled = { enabled: false, disabledReason: 'manual' } as const;
      const enabled = await subscribe(storage, 2, disabled);
      await emit(storage, 7);
      await dispatchAll(storage);
      await putSubscriber(storage, { ...filtered, eventTypes: ['to.all'] });
      await putSubscriber(storage, { ...enabled, enabled: true, disabledReason: null });
      await emit(storage, 8);
      await dispatchAll(storage);
      assert.equal(numberOf((await onlyDelivery(storage, 1)).eventId), 8);
      const statuses = (await deliveriesOf(storage, 2)).map(({ eventId, status }) => [
        numberOf(eventId),
        status,
      ]);
      assert.deepEqual(
        statuses.toSorted(([left], [right]) => Number(left) - Number(right)),
        [
          [7, 'skipped'],
          [8, 'pending'],
        ],
      );
    },
  },
];

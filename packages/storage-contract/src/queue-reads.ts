import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import {
  ALL_SHARDS,
  type ArrivalCursor,
  type Arrivals,
  subscriberShard,
  tenantShard,
} from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, inParallel } from './contract-host.js';
import { NOW, emit, numberOf, uuid } from './event-samples.js';
import { EVENT } from './samples.js';
import {
  DELIVERED,
  DELIVERY,
  attempted,
  deliveryId,
  dispatchAll,
  dueDeliveries,
  dueDelivery,
  finish,
  insertDelivery,
  numbersOf,
  only,
  onlyDelivery,
  retryAt,
  subscribe,
  updateSubscriber,
} from './webhook-host.js';

/** What a worker reads of its shards. */
export const queueReadCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a first read gives the whole outbox page by page, of the asked shards alone',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2, 3]) await emit(storage, number);
      await emit(storage, 4, {}, OTHER_TENANT);
      const shard = tenantShard(TENANT);
      assert.notEqual(tenantShard(OTHER_TENANT), shard);

      const { events, deliveries } = await arrivals(storage, { limit: 2 });
      const ours = await arrivals(storage, { shards: [shard] });

      assert.deepEqual(numbersOf(events), [1, 2, 3, 4]);
      assert.deepEqual(deliveries, []);
      assert.deepEqual(numbersOf(ours.events), [1, 2, 3]);
      const [first] = ours.events;
      const { tenantId, eventId, emittedAt } = first ?? assert.fail('nothing has arrived');
      assert.deepEqual([tenantId, eventId, emittedAt], [TENANT, uuid(1), NOW]);
      assert.deepEqual([first?.shard, events.at(-1)?.tenantId], [shard, OTHER_TENANT]);
      assert.deepEqual((await arrivals(storage, { shards: [] })).events, []);
    },
  },
  {
    name: 'a read from a cursor gives what has arrived since: events, their deliveries, and replays',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      await dispatchAll(storage);
      const first = await arrivals(storage);
      await emit(storage, 2);

      const second = await arrivals(storage, { after: first.cursor });
      assert.deepEqual([numbersOf(second.events), second.deliveries], [[2], []]);

      await dispatchAll(storage);
      await insertDelivery(storage, {});
      const third = await arrivals(storage, { after: second.cursor, limit: 1 });
      assert.deepEqual(third.events, []);
      const [dispatched, inserted] = third.deliveries.toSorted(
        (left, right) => Number(left.isLate) - Number(right.isLate),
      );
      const subscriber = { tenantId: TENANT, subscriberId: uuid(1) };
      const shard = subscriberShard(TENANT, uuid(1));
      const due = { ...subscriber, shard, attempts: 0, dueAt: NOW };
      const id = dispatched?.deliveryId;
      assert.deepEqual(dispatched, { ...due, deliveryId: id, eventId: uuid(2), isLate: false });
      assert.deepEqual(inserted, {
        ...due,
        deliveryId: DELIVERY.id,
        eventId: uuid(1),
        isLate: true,
      });
      const { events, deliveries, hasMore } = await arrivals(storage, { after: third.cursor });
      assert.deepEqual([events, deliveries, hasMore], [[], [], false]);
    },
  },
  {
    name: 'a reader that goes from cursor to cursor beside parallel transactions misses nothing, and gets nothing twice',
    async run(createStorage) {
      const storage = await createStorage();
      const seen: string[] = [];
      const writing = { isOver: false };
      const reading = (async () => {
        let cursor: ArrivalCursor | null = null;
        for (let isLast = false; !isLast;) {
          isLast = writing.isOver;
          const read: Arrivals = await arrivals(storage, { after: cursor, limit: 7 });
          seen.push(...read.events.map(({ tenantId, eventId }) => `${tenantId} ${eventId}`));
          cursor = read.cursor;
        }
      })();
      try {
        await inParallel(120, (index) =>
          emit(storage, index, {}, index % 3 === 0 ? OTHER_TENANT : TENANT),
        );
      } finally {
        writing.isOver = true;
      }
      await reading;
      assert.equal(new Set(seen).size, 120);
      assert.equal(seen.length, 120);
    },
  },
  {
    name: 'subscribers with something pending are given page by page, each once, of the asked shards alone',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage.webhooks;
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const number of [1, 2, 3]) await subscribe(storage, number, {}, tenantId);
        await emit(storage, 7, {}, tenantId);
      }
      const due = await dueDeliveries(storage);
      const ended = due.filter((each) => each.subscriberId === uuid(2) && each.tenantId === TENANT);
      await finish(storage, [attempted(only(ended), DELIVERED)]);

      const first = await queue.waiting(ALL_SHARDS, null, 3);
      const rest = await queue.waiting(ALL_SHARDS, first.at(-1) ?? null, 3);

      const keys = [...first, ...rest].map(({ tenantId, subscriberId }) => [
        tenantId,
        numberOf(subscriberId),
      ]);
      assert.equal(first.length, 3);
      assert.deepEqual(keys.toSorted(), [
        [TENANT, 1],
        [TENANT, 3],
        [OTHER_TENANT, 1],
        [OTHER_TENANT, 2],
        [OTHER_TENANT, 3],
      ]);
      for (const { tenantId, subscriberId, shard } of [...first, ...rest]) {
        assert.equal(shard, subscriberShard(tenantId, subscriberId));
        const ofShard = await queue.waiting([shard], null, 100);
        assert.ok(ofShard.every((each) => each.shard === shard));
        assert.ok(ofShard.some((each) => each.subscriberId === subscriberId));
      }
      assert.deepEqual(await queue.waiting([], null, 100), []);
    },
  },
  {
    name: "a window gives a subscriber's next deliveries, the earliest due first, from its place on",
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      for (const number of [3, 1, 2, 4]) await emit(storage, number, { at: minute(number) });
      await emit(storage, 9, {}, OTHER_TENANT);
      const first = (await dueDeliveries(storage, minute(1))).filter(
        ({ tenantId }) => tenantId === TENANT,
      );
      await finish(storage, [attempted(only(first), retryAt(minute(60)))]);
      for (const number of [7, 8]) {
        await insertDelivery(storage, {
          id: deliveryId(number),
          eventId: uuid(2),
          dueAt: minute(5),
        });
      }
      const key = {
        tenantId: TENANT,
        subscriberId: uuid(1),
        shard: subscriberShard(TENANT, uuid(1)),
      };
      const window = { ...key, isLate: false, after: null, limit: 2 };

      const [fresh = [], late = []] = await storage.webhooks.queue.load([
        window,
        { ...window, isLate: true, limit: 9 },
      ]);
      assert.deepEqual(numbersOf(fresh), [2, 3]);
      assert.deepEqual(
        late.map(({ attempts, dueAt }) => [attempts, dueAt]),
        [
          [0, minute(5)],
          [0, minute(5)],
          [1, minute(60)],
        ],
      );
      const [afterFresh, afterLate, none] = await storage.webhooks.queue.load([
        { ...window, after: fresh.at(-1) ?? null },
        { ...window, isLate: true, after: late[0] ?? null },
        { ...window, isLate: true, after: late[2] ?? null },
      ]);
      assert.deepEqual(numbersOf(afterFresh ?? []), [4]);
      assert.deepEqual(afterLate, late.slice(1));
      assert.deepEqual(none, []);
    },
  },
  {
    name: 'a delivery is opened with all that an attempt needs, of its own tenant, in the order asked',
    async run(createStorage) {
      const storage = await createStorage();
      const createdAt = EVENT.emittedAt;
      const url = 'https://theirs.test/';
      const tenants = [
        [TENANT, EVENT, await subscribe(storage, 1, { createdAt })],
        [
          OTHER_TENANT,
          { ...EVENT, data: '{"whose":"theirs"}' },
          await subscribe(storage, 1, { url, createdAt }, OTHER_TENANT),
        ],
      ] as const;
      for (const [tenantId, event] of tenants) {
        await commit(storage, { tenantId }, ({ events }) => events.append(event, ['to.all']));
      }
      const due = await dueDeliveries(storage, EVENT.emittedAt);

      const asked = [...due, ...due.toReversed()];
      const opened = await storage.webhooks.queue.open(asked);

      assert.equal(opened.length, 4);
      for (const [index, { tenantId }] of asked.entries()) {
        const [, event, subscriber] = tenants.find(([id]) => id === tenantId) ?? tenants[0];
        const { id, url, naming, secrets, enabled } = subscriber;
        assert.deepEqual(opened[index], {
          event: { id: event.id, type: event.type, data: event.data },
          subscriber: { id, url, naming, secrets, enabled, pausedUntil: null, isOnTrial: false },
        });
      }
    },
  },
  {
    name: 'a delivery is opened with the subscriber as it is by then, and without one that is deleted',
    async run(createStorage) {
      const storage = await createStorage();
      const subscriber = await subscribe(storage, 1);
      await emit(storage, 7);
      const delivery = await dueDelivery(storage);
      const open = async () => only(await storage.webhooks.queue.open([delivery]));
      const changed = {
        url: 'https://moved.example/',
        naming: 'legacy',
        eventTypes: ['to.2'],
        secrets: [{ sealed: 'another', expiresAt: null }],
        enabled: false,
        disabledReason: 'manual',
      } as const;

      await updateSubscriber(storage, { ...subscriber, ...changed });
      const { id, url, naming, secrets, enabled, ...standing } =
        (await open())?.subscriber ?? assert.fail();
      assert.deepEqual(
        [id, url, naming, secrets, enabled],
        [...[subscriber.id, changed.url, changed.naming, changed.secrets, false]],
      );
      assert.deepEqual(standing, { pausedUntil: null, isOnTrial: false });

      await commit(storage.webhooks, { tenantId: TENANT }, ({ subscribers }) =>
        subscribers.delete(uuid(1)),
      );
      const { event, subscriber: deleted } = (await open()) ?? assert.fail();
      assert.deepEqual([event.id, deleted], [uuid(7), null]);
      assert.equal((await onlyDelivery(storage, 1)).status, 'pending');
    },
  },
  {
    name: 'a delivery that has ended, or is not there, is opened as null',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const number of [1, 2]) await emit(storage, number);
      const [first, second] = await dueDeliveries(storage);
      assert.ok(first !== undefined && second !== undefined);
      await finish(storage, [attempted(first, DELIVERED)]);
      const missing = { ...second, deliveryId: uuid(99) };
      const opened = await storage.webhooks.queue.open([first, second, missing]);
      assert.deepEqual(
        opened.map((each) => each && numberOf(each.event.id)),
        [null, numberOf(second.eventId), null],
      );
      assert.deepEqual(await storage.webhooks.queue.open([]), []);
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** What arrived since a cursor, in all shards by default, read page by page. */
async function arrivals(
  storage: StorageWithWebhooks,
  {
    shards = ALL_SHARDS,
    after = null,
    limit = 100,
  }: {
    readonly shards?: readonly number[];
    readonly after?: ArrivalCursor | null;
    readonly limit?: number;
  } = {},
): Promise<Arrivals> {
  const { queue } = storage.webhooks;
  const page = await queue.arrivals(shards, after, limit);
  assert.ok(page.events.length <= limit && page.deliveries.length <= limit);
  if (!page.hasMore) return page;
  const rest = await arrivals(storage, { shards, after: page.cursor, limit });
  return {
    ...rest,
    events: [...page.events, ...rest.events],
    deliveries: [...page.deliveries, ...rest.deliveries],
  };
}

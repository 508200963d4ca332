import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import {
  ALL_SHARDS,
  type ArrivalCursor,
  type Arrivals,
  subscriberShard,
  tenantShard,
  type WaitingEvent,
  type WaitingPage,
  type WaitingPlace,
} from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, inParallel, recordEvent } from './contract-host.js';
import { NOW, emit, eventNo, numberOf, uuid } from './event-samples.js';
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
  own,
  retryAt,
  subscribe,
  putSubscriber,
  withoutAttempt,
} from './webhook-host.js';

/** What a worker reads of its shards. */
export const queueReadCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'tenants with events in the outbox are given page by page, each once with its first event, of the asked shards alone',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      const tenants = ['hooli', 'initech', TENANT, OTHER_TENANT];
      for (const tenantId of tenants) {
        for (const number of [3, 2, 1]) await emit(storage, number, {}, tenantId);
      }
      const shard = tenantShard(TENANT);
      const first = { tenantId: TENANT, shard, eventId: uuid(3), emittedAt: NOW };

      const page = await queue.waiting(ALL_SHARDS, null, 3);
      const rest = await queue.waiting(ALL_SHARDS, page.next, 3);

      assert.deepEqual([page.events.length, rest.events.length], [3, 1]);
      const events = [...page.events, ...rest.events];
      const given = events.map(({ tenantId }) => tenantId);
      assert.deepEqual(given.toSorted(), tenants.toSorted());
      assert.deepEqual(numbersOf(events), [3, 3, 3, 3]);
      const { events: ours } = await listWaiting(queue, [shard]);
      assert.deepEqual(only(ours.filter(({ tenantId }) => tenantId === TENANT)), first);
      assert.ok(ours.every((event) => event.shard === shard));
      assert.deepEqual(await listWaiting(queue, []), { events: [], subscribers: [] });
    },
  },
  {
    name: 'a read from a cursor gives what has arrived since: events, their deliveries, and replays',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      await dispatchAll(storage);
      const first = await arrivals(storage, null);
      assert.equal(first.arrived, null);
      await emit(storage, 2);
      await emit(storage, 3, {}, OTHER_TENANT);

      const theirs = await arrivals(storage, first.cursor, { shards: [tenantShard(OTHER_TENANT)] });
      assert.deepEqual(numbersOf(eventsOf(theirs)), [3]);
      const second = await arrivals(storage, first.cursor);
      assert.deepEqual(numbersOf(eventsOf(second)).toSorted(), [2, 3]);
      assert.deepEqual(second.arrived?.deliveries, []);

      await dispatchAll(storage);
      await insertDelivery(storage, {});
      const third = await arrivals(storage, second.cursor);
      assert.deepEqual(third.arrived?.events, []);
      const [dispatched, inserted] = third.arrived.deliveries.toSorted(
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
      const { arrived } = await arrivals(storage, third.cursor);
      assert.deepEqual(arrived, { events: [], deliveries: [] });
    },
  },
  {
    name: 'what has arrived is not told where it is more than the limit, and the next read goes on after it',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      const { cursor } = await arrivals(storage, null);
      for (const number of [1, 2, 3]) await emit(storage, number);

      const all = await arrivals(storage, cursor, { limit: 3 });
      assert.deepEqual(numbersOf(eventsOf(all)).toSorted(), [1, 2, 3]);
      const first = await arrivals(storage, cursor, { limit: 2 });
      assert.equal(first.arrived, null);
      const elsewhere = ALL_SHARDS.filter((shard) => shard !== tenantShard(TENANT));
      const theirs = await arrivals(storage, cursor, { shards: elsewhere, limit: 2 });
      assert.deepEqual(theirs.arrived?.events ?? [], []);

      await emit(storage, 4);
      const second = await arrivals(storage, first.cursor, { limit: 2 });
      assert.deepEqual(numbersOf(eventsOf(second)), [4]);
      await dispatchAll(storage);
      const third = await arrivals(storage, second.cursor, { limit: 2 });
      assert.equal(third.arrived, null);
      await insertDelivery(storage, {});
      const { arrived } = await arrivals(storage, third.cursor, { limit: 2 });
      assert.equal(only(arrived?.deliveries ?? []).deliveryId, DELIVERY.id);
    },
  },
  {
    name: 'a reader that goes from cursor to cursor beside parallel transactions misses nothing, and gets nothing twice',
    async run(createStorage) {
      const storage = await createStorage();
      const seen: string[] = [];
      const writing = { isOver: false };
      let { cursor } = await arrivals(storage, null);
      const reading = (async () => {
        for (let isLast = false; !isLast;) {
          isLast = writing.isOver;
          const read = await arrivals(storage, cursor);
          seen.push(...eventsOf(read).map(({ tenantId, eventId }) => `${tenantId} ${eventId}`));
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
      const { queue } = storage;
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const number of [1, 2, 3]) await subscribe(storage, number, {}, tenantId);
        await emit(storage, 7, {}, tenantId);
      }
      const due = await dueDeliveries(storage);
      const ended = due.filter((each) => each.subscriberId === uuid(2) && each.tenantId === TENANT);
      await finish(storage, [attempted(only(ended), DELIVERED)]);

      const pages = await waitingPages(storage, 2);

      const waiting = allOf(pages).subscribers;
      const keys = waiting.map(({ tenantId, subscriberId }) => [tenantId, numberOf(subscriberId)]);
      assert.deepEqual(keys.toSorted(), [
        [TENANT, 1],
        [TENANT, 3],
        [OTHER_TENANT, 1],
        [OTHER_TENANT, 2],
        [OTHER_TENANT, 3],
      ]);
      for (const { tenantId, subscriberId, shard } of waiting) {
        assert.equal(shard, subscriberShard(tenantId, subscriberId));
        const { subscribers: ofShard } = await listWaiting(queue, [shard]);
        assert.ok(ofShard.every((each) => each.shard === shard));
        assert.ok(ofShard.some((each) => each.subscriberId === subscriberId));
      }
    },
  },
  {
    name: 'what waits is given page by page, events first, and from each place on for fewer shards as well',
    async run(createStorage) {
      const storage = await createStorage();
      const tenants = Array.from({ length: 7 }, (_, index) => `tenant-${String(index)}`);
      for (const tenantId of tenants) {
        await subscribe(storage, 1, {}, tenantId);
        await emit(storage, 1, {}, tenantId);
      }
      await dispatchAll(storage);
      for (const tenantId of tenants) await emit(storage, 2, {}, tenantId);

      const pages = await waitingPages(storage, 3);

      const { events, subscribers } = allOf(pages);
      for (const given of [events, subscribers]) {
        const ids = given.map(({ tenantId }) => tenantId);
        assert.deepEqual(ids.toSorted(), tenants);
      }
      const lastEvents = pages.findLastIndex((page) => page.events.length > 0);
      const firstSubscribers = pages.findIndex((page) => page.subscribers.length > 0);
      assert.ok(firstSubscribers >= lastEvents, 'a subscriber came before an event');
      const shards = new Set([...events, ...subscribers].map(({ shard }) => shard));
      for (const [index, { next }] of pages.slice(0, -1).entries()) {
        const behind = allOf(pages.slice(index + 1));
        for (const shard of shards) {
          assert.deepEqual(allOf(await waitingPages(storage, 3, [shard], next)), {
            events: behind.events.filter((each) => each.shard === shard),
            subscribers: behind.subscribers.filter((each) => each.shard === shard),
          });
        }
      }
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

      const [fresh = [], late = []] = await storage.queue.load([
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
      const [afterFresh, afterLate, none] = await storage.queue.load([
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
        await commit(storage, { tenantId }, (stores) => recordEvent(stores, event, ['to.all']));
      }
      const due = await dueDeliveries(storage, EVENT.emittedAt);

      const asked = [...due, ...due.toReversed()];
      const opened = await storage.queue.open(asked);

      assert.equal(opened.length, 4);
      for (const [index, { tenantId }] of asked.entries()) {
        const [, event, subscriber] = tenants.find(([id]) => id === tenantId) ?? tenants[0];
        const { id, url, naming, signature, body, version, secrets, enabled } = subscriber;
        const { clientCertificate, headers } = subscriber;
        assert.deepEqual(opened[index], {
          event,
          sequence: 1,
          subscriber: {
            ...{
              id,
              url,
              naming,
              signature,
              body,
              version,
              secrets,
              enabled,
              clientCertificate,
              headers,
            },
            pausedUntil: null,
            isOnTrial: false,
            busyPauses: 0,
          },
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
      const open = async () => only(await storage.queue.open([delivery]));
      const changed = {
        url: 'https://moved.example/',
        naming: 'legacy',
        signature: 'both',
        body: 'thin',
        version: '2026-12-01',
        clientCertificate: 'other',
        headers: { names: ['x-a'], sealed: 'sealed' },
        eventTypes: ['to.2'],
        secrets: [{ sealed: 'another', expiresAt: null }],
        enabled: false,
        disabledReason: 'manual',
      } as const;

      await putSubscriber(storage, { ...subscriber, ...changed });
      const {
        url,
        naming,
        signature,
        body,
        version,
        clientCertificate,
        headers,
        secrets,
        enabled,
      } = changed;
      assert.deepEqual((await open())?.subscriber, {
        ...{ id: subscriber.id, url, naming, signature, body, version, clientCertificate, headers },
        ...{ secrets, enabled, pausedUntil: null, isOnTrial: false, busyPauses: 0 },
      });

      await commit(storage, { tenantId: TENANT }, ({ subscribers }) => subscribers.delete(uuid(1)));
      const { event, subscriber: deleted } = (await open()) ?? assert.fail();
      assert.deepEqual([event?.id, deleted], [uuid(7), null]);
      assert.equal((await onlyDelivery(storage, 1)).status, 'pending');
    },
  },
  {
    name: 'a delivery whose event was erased is opened without it, and as skipped it ends and frees the next of its key',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { ordering: 'key' });
      const key = uuid(501);
      const erased = { ...eventNo(1), type: 'mfa.locked', data: '{"identity_id":"ada"}' };
      await commit(storage, { tenantId: TENANT }, (stores) =>
        recordEvent(stores, erased, ['to.all'], key),
      );
      await emit(storage, 2, { orderingKey: key });
      const first = await dueDelivery(storage);
      const erasure = { identityId: 'ada', keepsAuthenticationLog: false, now: NOW };
      await commit(storage, { tenantId: TENANT }, (stores) =>
        stores.erase({ ...erasure, isDryRun: false }),
      );

      const opened = only(await storage.queue.open([first])) ?? assert.fail();
      const { event, subscriber, sequence } = opened;
      assert.deepEqual([event, subscriber?.id, sequence], [null, uuid(1), 1]);
      const skipped = withoutAttempt(first, 'skipped');
      const { freed } = await storage.queue.finish(await own(storage), [skipped]);
      assert.deepEqual(numbersOf(freed), [2]);
      assert.deepEqual(await storage.queue.open([first]), [null]);
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
      const opened = await storage.queue.open([first, second, missing]);
      assert.deepEqual(
        opened.map((each) => each && each.event && numberOf(each.event.id)),
        [null, numberOf(second.eventId), null],
      );
      assert.deepEqual(await storage.queue.open([]), []);
    },
  },
  {
    name: 'a delivery is opened only for the attempt that is next',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      const first = await dueDelivery(storage);
      await finish(storage, [attempted(first, retryAt(minute(5)))]);
      const second = { ...first, attempts: 1, isLate: true, dueAt: minute(5) };
      const opened = await storage.queue.open([first, second]);
      assert.deepEqual(
        opened.map((each) => each?.event?.id),
        [undefined, uuid(1)],
      );
    },
  },
];

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** What arrived since a cursor, in all shards by default. */
function arrivals(
  storage: StorageWithWebhooks,
  after: ArrivalCursor | null,
  {
    shards = ALL_SHARDS,
    limit = 1_000,
  }: { readonly shards?: readonly number[]; readonly limit?: number } = {},
): Promise<Arrivals> {
  return storage.queue.arrivals(shards, after, limit);
}

function eventsOf({ arrived }: Arrivals): readonly WaitingEvent[] {
  return arrived?.events ?? [];
}

/** The pages of what waits, of all shards and from the beginning by default. */
async function waitingPages(
  storage: StorageWithWebhooks,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
  after: WaitingPlace | null = null,
): Promise<readonly WaitingPage[]> {
  const pages: WaitingPage[] = [];
  let place = after;
  do {
    assert.ok(pages.length < 50, 'it never ends');
    const page = await storage.queue.waiting(shards, place, limit);
    assert.ok(page.events.length + page.subscribers.length <= limit, 'it gave more than its limit');
    pages.push(page);
    place = page.next;
  } while (place !== null);
  return pages;
}

function allOf(pages: readonly WaitingPage[]): Pick<WaitingPage, 'events' | 'subscribers'> {
  return {
    events: pages.flatMap(({ events }) => events),
    subscribers: pages.flatMap(({ subscribers }) => subscribers),
  };
}

import assert from 'node:assert/strict';
import type { Delivery, StorageWithWebhooks } from '@stepward/core';
import {
  type Fence,
  handlerId,
  handlerShard,
  type PendingDelivery,
  purgeStorage,
  SHARD_COUNT,
} from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { addMs, days } from './duration.js';
import { FIRST_PAGE, NOW, emit, eventNo, numberOf } from './event-samples.js';
import {
  ALL,
  DELIVERED,
  MANY,
  OTHER_WORKER,
  WORKER,
  attempted,
  deliveriesOf,
  dispatchAll,
  leave,
  only,
  outboxOf,
  own,
  retryAt,
  subscribe,
} from './webhook-host.js';

const MAIL = { name: 'mail', events: ['*'] };
const CRM = { name: 'crm', events: ['to.5', 'other'] };
/** Two handlers of one shard. */
const SHARD_MATES = [
  { name: 'handler_45', events: ['*'] },
  { name: 'handler_91', events: ['*'] },
] as const;

/** Handlers of the host's processes. */
export const handlerCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'an event has a delivery for each handler that has one of its patterns, of every tenant, also where another worker dispatches it',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await own(storage, OTHER_WORKER, { handlers: [MAIL, CRM] });
      await leave(storage, OTHER_WORKER);
      await emit(storage, 7, { to: 5 });
      await emit(storage, 8, {}, OTHER_TENANT);
      await dispatchAll(storage);
      assert.deepEqual(numbers(await handled(storage, 'mail')), [7]);
      assert.deepEqual(numbers(await handled(storage, 'crm')), [7]);
      assert.deepEqual(numbers(await handled(storage, 'mail', OTHER_TENANT)), [8]);
      assert.deepEqual(await handled(storage, 'crm', OTHER_TENANT), []);
      assert.deepEqual(await deliveriesOf(storage, 1, OTHER_TENANT), []);
    },
  },
  {
    name: 'an event that takes several dispatches, or comes twice, has one delivery for a handler',
    async run(createStorage) {
      const storage = await createStorage();
      for (let number = 0; number < 5; number += 1) await subscribe(storage, number);
      await own(storage, WORKER, { handlers: [MAIL] });
      for (let turn = 0; turn < 2; turn += 1) await emit(storage, 7);
      for (let turn = 0; turn < 4; turn += 1) {
        const fence = await own(storage);
        await storage.queue.dispatch(fence, await outboxOf(storage), { events: 1, deliveries: 2 });
      }
      await dispatchAll(storage);
      assert.deepEqual(numbers(await handled(storage, 'mail')), [7]);
    },
  },
  {
    name: 'what a handler gets waits in its shard, which a worker without the handler never owns, and one with it owns beside its share',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, OTHER_WORKER, { handlers: [MAIL] });
      await leave(storage, OTHER_WORKER);
      await emit(storage, 7);
      await dispatchAll(storage);
      assert.ok(!ownsMail(await own(storage, WORKER)));
      assert.ok(!ownsMail(await own(storage, WORKER, { takes: 'free' })));
      assert.ok(!ownsMail(await own(storage, OTHER_WORKER, { handlers: [MAIL], takes: 'none' })));
      const fence = await own(storage, OTHER_WORKER, { handlers: [MAIL] });
      assert.deepEqual(
        fence.shards.map(({ shard }) => shard),
        [handlerShard('mail')],
      );
      const delivery = only(await waitingFor(storage, 'mail'));
      assert.deepEqual([delivery.tenantId, delivery.shard], [TENANT, handlerShard('mail')]);
      const { fairShare } = await storage.queue.hold({
        ...{ worker: WORKER, leaseMs: 60_000, takes: 'free', release: [], oldestDueAt: null },
      });
      assert.equal(fairShare, SHARD_COUNT);
    },
  },
  {
    name: 'of two workers with a handler one owns its shard, and the other takes it over in a later epoch',
    async run(createStorage) {
      const storage = await createStorage();
      const first = await own(storage, WORKER, { handlers: [MAIL] });
      assert.ok(!ownsMail(await own(storage, OTHER_WORKER, { handlers: [MAIL] })));
      await emit(storage, 7);
      await dispatchAll(storage);
      const delivery = only(await waitingFor(storage, 'mail'));
      await leave(storage, WORKER);
      const second = await own(storage, OTHER_WORKER, { handlers: [MAIL] });
      assert.ok(ownsMail(second));
      const made = [attempted(delivery, DELIVERED)];
      assert.deepEqual(await storage.queue.finish(first, made), {
        ...{ stored: [false], failing: [], freed: [], lost: [handlerShard('mail')] },
      });
      const stored = { stored: [true], failing: [], freed: [], lost: [] };
      assert.deepEqual(await storage.queue.finish(second, made), stored);
      assert.deepEqual(statuses(await handled(storage, 'mail')), ['delivered']);
    },
  },
  {
    name: 'an event for a handler is opened whole, without a subscriber',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, WORKER, { handlers: [MAIL] });
      await emit(storage, 7);
      await dispatchAll(storage);
      const opened = only(await storage.queue.open(await waitingFor(storage, 'mail')));
      assert.deepEqual(opened, { event: eventNo(7), subscriber: null, sequence: null });
    },
  },
  {
    name: 'the events of a handler are those that were told last, and a worker without it changes nothing',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, WORKER, { handlers: [MAIL] });
      await own(storage, WORKER, { handlers: [{ ...MAIL, events: [] }] });
      await emit(storage, 7);
      await dispatchAll(storage);
      assert.deepEqual(await handled(storage, 'mail'), []);
      await own(storage, WORKER, { handlers: [{ ...MAIL, events: ['other', 'to.all'] }] });
      await own(storage, WORKER);
      await emit(storage, 8);
      await dispatchAll(storage);
      assert.deepEqual(numbers(await handled(storage, 'mail')), [8]);
    },
  },
  {
    name: 'the lag names the handlers, says which no living worker has, and counts what waits for these',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, WORKER, { handlers: [MAIL] });
      await own(storage, OTHER_WORKER, { handlers: [CRM] });
      assert.deepEqual(await known(storage), [
        ['crm', CRM.events, true],
        ['mail', MAIL.events, true],
      ]);
      await leave(storage, OTHER_WORKER);
      await emit(storage, 7, { to: 5 });
      const fence = await own(storage, WORKER);
      await storage.queue.dispatch(fence, await outboxOf(storage), MANY);
      assert.deepEqual(await known(storage), [
        ['crm', CRM.events, false],
        ['mail', MAIL.events, true],
      ]);
      assert.equal((await storage.queue.queueState(addMs(NOW, 5_000), null)).lagMs, 5_000);
      await own(storage, OTHER_WORKER, { handlers: [CRM] });
      assert.equal((await storage.queue.queueState(addMs(NOW, 5_000), null)).lagMs, 0);
    },
  },
  {
    name: 'a purge forgets a handler that no worker has had for as long as the log is kept, with what waits for it',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, WORKER, { handlers: [MAIL] });
      await emit(storage, 7);
      await dispatchAll(storage);
      const first = only(await waitingFor(storage, 'mail'));
      const fence = await own(storage, WORKER);
      await storage.queue.finish(fence, [attempted(first, retryAt(NOW))]);
      const seenAt = await lastSeenAt(storage, 'mail');

      await storage.purge(untilWas(addMs(seenAt, -1)));
      assert.equal((await known(storage)).length, 1);
      assert.equal((await handled(storage, 'mail')).length, 1);
      await storage.purge(untilWas(addMs(seenAt, 1)));
      assert.deepEqual(await known(storage), []);
      assert.deepEqual(await handled(storage, 'mail'), []);
    },
  },
  {
    name: 'a purge of a handler keeps what waits for another one in the same shard',
    async run(createStorage) {
      const storage = await createStorage();
      const [gone, kept] = SHARD_MATES;
      assert.equal(handlerShard(gone.name), handlerShard(kept.name));
      await own(storage, WORKER, { handlers: SHARD_MATES });
      await emit(storage, 7);
      await dispatchAll(storage);
      const goneSeenAt = await lastSeenAt(storage, gone.name);
      let turn = 0;
      do {
        turn += 1; // other events each time, because only a change is stored at once
        const events = [...kept.events, `turn.${String(turn)}`];
        await own(storage, WORKER, { handlers: [{ ...kept, events }] });
      } while ((await lastSeenAt(storage, kept.name)) < addMs(goneSeenAt, 2));

      await storage.purge(untilWas(addMs(goneSeenAt, 1)));
      assert.deepEqual(numbers(await handled(storage, kept.name)), [7]);
      const waiting = await waitingFor(storage, kept.name);
      assert.ok(waiting.some(({ subscriberId }) => subscriberId === handlerId(kept.name)));
    },
  },
  {
    name: 'a purge keeps what waits in the outbox while a handler is known, though the tenant has no subscribers',
    async run(createStorage) {
      const storage = await createStorage();
      await own(storage, WORKER, { handlers: [MAIL] });
      await emit(storage, 7);
      await purgeStorage(storage, addMs(NOW, days(31)));
      await dispatchAll(storage);
      assert.deepEqual(numbers(await handled(storage, 'mail')), [7]);
    },
  },
];

/** What a handler got of a tenant, newest first. */
async function handled(
  storage: StorageWithWebhooks,
  name: string,
  tenantId = TENANT,
): Promise<readonly Delivery[]> {
  const { items } = await commit(storage, { tenantId }, ({ deliveries }) =>
    deliveries.list(handlerId(name), ALL, FIRST_PAGE),
  );
  return items;
}

/** What waits for a handler. */
async function waitingFor(
  storage: StorageWithWebhooks,
  name: string,
): Promise<readonly PendingDelivery[]> {
  const { subscribers } = await listWaiting(storage.queue, [handlerShard(name)]);
  const window = { isLate: false, after: null, limit: 100 };
  return (await storage.queue.load(subscribers.map((each) => ({ ...each, ...window })))).flat();
}

async function lastSeenAt(storage: StorageWithWebhooks, name: string): Promise<Date> {
  const { handlers } = await storage.queue.queueState(NOW, null);
  return only(handlers.filter((each) => each.name === name)).lastSeenAt;
}

async function known(storage: StorageWithWebhooks): Promise<readonly unknown[]> {
  const { handlers } = await storage.queue.queueState(NOW, null);
  return handlers.map(({ name, events, isRunning }) => [name, events, isRunning]);
}

/** What has expired where deliveries are kept from that time on; the clock of storage bounds it. */
function untilWas(deliveriesUntil: Date) {
  return { now: deliveriesUntil, eventsUntil: new Date(0), deliveriesUntil };
}

function ownsMail({ shards }: Fence): boolean {
  return shards.some(({ shard }) => shard === handlerShard('mail'));
}

function numbers(deliveries: readonly Delivery[]): readonly number[] {
  return deliveries.map(({ eventId }) => numberOf(eventId));
}

function statuses(deliveries: readonly Delivery[]): readonly string[] {
  return deliveries.map(({ status }) => status);
}

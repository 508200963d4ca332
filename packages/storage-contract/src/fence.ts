import assert from 'node:assert/strict';
import { subscriberShard, tenantShard } from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { TENANT, commit } from './contract-host.js';
import { FIRST_PAGE, emit, uuid } from './event-samples.js';
import {
  ALL,
  DELIVERED,
  EXHAUSTED,
  MANY,
  OTHER_WORKER,
  WORKER,
  attempted,
  attemptsOf,
  dueDeliveries,
  dueDelivery,
  findSubscriber,
  onlyDelivery,
  outboxOf,
  own,
  subscribe,
} from './webhook-host.js';

/** What a worker writes that does not own the shards. */
export const fenceCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a worker that lost its shards dispatches and stores nothing, and is told which they are',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      await subscribe(storage, 1);
      await emit(storage, 1);
      const delivery = await dueDelivery(storage);
      await emit(storage, 2);
      const lost = await own(storage, WORKER, { leaseMs: 0 });
      const taken = await own(storage, OTHER_WORKER);
      const result = attempted(delivery, EXHAUSTED);
      const before = await onlyDelivery(storage, 1);
      const outbox = await outboxOf(storage);

      const theirs = { ...taken, worker: WORKER };
      const formerEpochs = { ...lost, worker: OTHER_WORKER };
      for (const fence of [lost, theirs, formerEpochs, { ...taken, shards: [] }]) {
        assert.deepEqual(await queue.finish(fence, [result]), {
          stored: [false],
          failing: [],
          freed: [],
          lost: [delivery.shard],
        });
        assert.deepEqual(await queue.dispatch(fence, outbox, MANY), {
          made: [],
          unfinished: [],
          unreached: [],
          lost: [tenantShard(TENANT)],
        });
      }

      assert.deepEqual(await onlyDelivery(storage, 1), before);
      assert.deepEqual(await attemptsOf(storage, delivery.deliveryId), []);
      assert.equal((await findSubscriber(storage, uuid(1)))?.failingSince, null);
      assert.deepEqual(await outboxOf(storage), outbox);
      assert.deepEqual((await queue.finish(taken, [result])).lost, []);
      assert.equal((await onlyDelivery(storage, 1)).status, 'exhausted');
    },
  },
  {
    name: 'of a batch, what is in shards that the worker owns is stored, and the rest is not',
    async run(createStorage) {
      const storage = await createStorage();
      const { queue } = storage;
      for (const number of [1, 2, 3]) await subscribe(storage, number);
      await emit(storage, 7);
      const due = await dueDeliveries(storage);
      const fence = await own(storage);
      const given = subscriberShard(TENANT, uuid(2));
      await own(storage, WORKER, { release: [given] });
      await own(storage, OTHER_WORKER, { takes: 'free' });

      const { stored, lost } = await queue.finish(
        fence,
        due.map((delivery) => attempted(delivery, DELIVERED)),
      );

      assert.deepEqual(lost, [given]);
      assert.deepEqual(
        stored,
        due.map(({ shard }) => shard !== given),
      );
      for (const number of [1, 2, 3]) {
        const isLost = subscriberShard(TENANT, uuid(number)) === given;
        const { status } = await onlyDelivery(storage, number);
        assert.equal(status, isLost ? 'pending' : 'delivered');
      }
    },
  },
  {
    name: 'the event of an exhausted delivery is stored with it, once, and reaches those who ask for it',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2, { eventTypes: ['webhook.*'] });
      await emit(storage, 1, { to: 1 });
      const delivery = await dueDelivery(storage);
      const exhausted = attempted(delivery, EXHAUSTED);
      const fence = await own(storage);
      await storage.queue.finish({ ...fence, worker: OTHER_WORKER }, [exhausted]);
      for (let count = 0; count < 2; count += 1) {
        await storage.queue.finish(fence, [exhausted]);
      }

      const told = await dueDeliveries(storage, exhausted.next.finishedAt ?? undefined);

      assert.deepEqual(
        told.map(({ subscriberId, eventId }) => [subscriberId, eventId]),
        [[uuid(2), exhausted.event?.event.id]],
      );
      const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
        events.list(
          { ...ALL, eventId: null, type: 'webhook.exhausted', organisationId: null },
          FIRST_PAGE,
        ),
      );
      assert.deepEqual(items, [{ ...exhausted.event?.event, dispatched: true }]);
    },
  },
];

import assert from 'node:assert/strict';
import type { StorageWithWebhooks, StoredEvent } from '@stepward/core';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { FIRST_PAGE, NOW, emit, eventNo, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  LEASE_MS,
  MAX_ATTEMPTS,
  attempted,
  claimOne,
  claimRound,
  deliveriesOf,
  only,
  onlyDelivery,
  retryAt,
  subscribe,
} from './webhook-host.js';

const TYPE = 'webhook.exhausted';

/** Which event an exhausted delivery emits. */
export const exhaustedCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a delivery that is exhausted is told, once, to those who name that, and to no others',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2, { eventTypes: [TYPE] });
      await subscribe(storage, 3, { eventTypes: ['webhook.*'] });
      await subscribe(storage, 4, { eventTypes: ['*'] });
      await subscribe(storage, 5, { eventTypes: ['webhook.*'] }, OTHER_TENANT);
      await emit(storage, 1, { to: 1 });
      const claimed = (await claimRound(storage)).find(
        ({ subscriber }) => subscriber.id === uuid(1),
      );
      assert.ok(claimed !== undefined);
      const exhausted = attempted(claimed, EXHAUSTED);
      for (let count = 0; count < 2; count += 1) await storage.webhooks.queue.finish([exhausted]);

      const told = only(await toldBy(storage));
      const { finishedAt } = exhausted.next;
      assert.deepEqual([told.organisationId, told.emittedAt], [null, finishedAt]);
      assert.deepEqual(JSON.parse(told.data), {
        subscriber_id: uuid(1),
        delivery_id: claimed.deliveryId,
        event_type: eventNo(1).type,
        attempts: 1,
        exhausted_at: finishedAt?.toISOString(),
      });
      for (const number of [2, 3]) {
        const { eventId, status } = await onlyDelivery(storage, number);
        assert.deepEqual([eventId, status], [told.id, 'pending']);
      }
      const everything = (await deliveriesOf(storage, 4)).map(({ eventType }) => eventType);
      assert.deepEqual(everything, [eventNo(1).type]);
      assert.deepEqual(await deliveriesOf(storage, 5, OTHER_TENANT), []);
    },
  },
  {
    name: 'a delivery whose last attempt was lost emits its event when a claim gives it up',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await emit(storage, 1);
      const at = (attempt: number): Date => addMs(NOW, attempt * LEASE_MS);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await claimOne(storage, { now: at(attempt) });
      }
      assert.deepEqual(await toldBy(storage), []);

      assert.deepEqual(await claimRound(storage, { now: at(MAX_ATTEMPTS) }), []);

      const { id, status } = await onlyDelivery(storage, 1);
      assert.equal(status, 'exhausted');
      const { data, emittedAt } = only(await toldBy(storage));
      assert.deepEqual(emittedAt, at(MAX_ATTEMPTS));
      const { delivery_id: deliveryId, attempts } = JSON.parse(data) as Record<string, unknown>;
      assert.deepEqual([deliveryId, attempts], [id, MAX_ATTEMPTS]);
    },
  },
  {
    name: 'an attempt that is delivered, retried or recorded too late emits no event',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      for (const number of [1, 2, 3]) await emit(storage, number);
      const [first, second, third] = await claimRound(storage);
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      await storage.webhooks.queue.finish([
        attempted(first, DELIVERED),
        attempted(second, retryAt(addMs(NOW, minutes(1)))),
        attempted(third, EXHAUSTED, { owner: 'worker-2' }),
      ]);
      assert.deepEqual(await toldBy(storage), []);
    },
  },
  {
    name: 'a delivery of a webhook.* event emits no event, so that such events end',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1, { eventTypes: ['webhook.*'] });
      const type = 'webhook.failing';
      await commit(storage, { tenantId: TENANT }, ({ events }) =>
        events.append({ ...eventNo(1), type }, ['webhook.*']),
      );
      await storage.webhooks.queue.finish([attempted(await claimOne(storage), EXHAUSTED)]);
      assert.equal((await onlyDelivery(storage, 1)).status, 'exhausted');
      assert.deepEqual(await toldBy(storage), []);
    },
  },
];

async function toldBy(storage: StorageWithWebhooks): Promise<readonly StoredEvent[]> {
  const filter = { type: TYPE, organisationId: null, since: null, until: null };
  const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
    events.list(filter, FIRST_PAGE),
  );
  return items;
}

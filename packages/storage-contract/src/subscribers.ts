import assert from 'node:assert/strict';
import {
  err,
  type Page,
  type PageRequest,
  type StorageWithWebhooks,
  type Subscriber,
} from '@stepward/core';
import { addMs, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { ENABLED_SUBSCRIBER, SUBSCRIBER } from './samples.js';
import { FIRST_PAGE, NOW, emit, numberOf, uuid } from './event-samples.js';
import { dueDelivery, findSubscriber, subscribe, putSubscriber } from './webhook-host.js';

/** What holds for subscribers. */
export const subscriberCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'every field of a subscriber comes back as it was inserted',
    async run(createStorage) {
      const storage = await createStorage();
      for (const [number, fields] of [SUBSCRIBER, ENABLED_SUBSCRIBER, BARE].entries()) {
        const subscriber = { ...fields, id: uuid(number) };
        await subscribe(storage, number, subscriber);
        assert.deepEqual(await findSubscriber(storage, uuid(number)), subscriber);
      }
      assert.equal((await list(storage)).items.length, 3);
    },
  },
  {
    name: 'a subscriber is found by its exact id alone',
    async run(createStorage) {
      const storage = await createStorage();
      const { id } = await subscribe(storage, 1, SUBSCRIBER);
      const others = ['', 'nobody', '%', `${id} `, `{${id}}`, `${id}\0`, uuid(1)];
      for (const near of [...others, id.toUpperCase(), id.replaceAll('-', '')]) {
        assert.equal(await findSubscriber(storage, near), null, JSON.stringify(near));
      }
    },
  },
  {
    name: 'an update stores all of a subscriber but its id, when it was made, and what the queue knows of it',
    async run(createStorage) {
      const storage = await createStorage();
      const { createdAt, failingSince, paused } = BARE;
      await subscribe(storage, 1, { ...BARE, id: uuid(1) });
      const changed = { ...SUBSCRIBER, id: uuid(1), createdAt: addMs(NOW, 1) };

      await putSubscriber(storage, changed);

      const expected = { ...changed, createdAt, failingSince, paused };
      assert.deepEqual(await findSubscriber(storage, uuid(1)), expected);
    },
  },
  {
    name: 'a subscriber of another tenant with the same id stays when one is deleted, and so does what it asks for',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) await subscribe(storage, 1, {}, tenantId);
      await commit(storage, { tenantId: TENANT }, ({ subscribers }) => subscribers.delete(uuid(1)));
      for (const tenantId of [TENANT, OTHER_TENANT]) await emit(storage, 1, {}, tenantId);
      assert.equal((await dueDelivery(storage)).tenantId, OTHER_TENANT);
    },
  },
  {
    name: 'each subscriber that is stored is counted once, in its own tenant, and in the same unit of work as well',
    async run(createStorage) {
      const storage = await createStorage();
      const one = { ...ENABLED_SUBSCRIBER, id: uuid(1) };
      assert.equal(await putSubscriber(storage, one), 1);
      assert.equal(await putSubscriber(storage, { ...one, enabled: false }), 1);
      assert.equal(await putSubscriber(storage, { ...one, id: uuid(2) }), 2);
      assert.equal(await putSubscriber(storage, one, OTHER_TENANT), 1);
      const counted = await commit(storage, { tenantId: TENANT }, async (stores) => [
        await stores.subscribers.put({ ...one, id: uuid(3) }),
        await stores.subscribers.put({ ...one, id: uuid(4) }),
        await stores.subscribers.put(one),
      ]);
      assert.deepEqual(counted, [3, 4, 4]);
      await remove(storage, 4);
      assert.equal(await putSubscriber(storage, one), 3);
    },
  },
  {
    name: 'a deleted subscriber is neither found, listed nor counted, and deleting it again does nothing',
    async run(createStorage) {
      const storage = await createStorage();
      await subscribe(storage, 1);
      await subscribe(storage, 2);
      await remove(storage, 1);
      await remove(storage, 1);
      await remove(storage, 3);
      assert.equal(await findSubscriber(storage, uuid(1)), null);
      assert.deepEqual(await numbers(storage), [2]);
      assert.equal(await putSubscriber(storage, { ...ENABLED_SUBSCRIBER, id: uuid(2) }), 1);
    },
  },
  {
    name: 'subscribers of one id in two tenants have nothing to do with each other',
    async run(createStorage) {
      const storage = await createStorage();
      const ours = await subscribe(storage, 1);
      const theirs = await subscribe(storage, 1, { description: 'theirs' }, OTHER_TENANT);
      assert.equal(await findSubscriber(storage, uuid(1), 'initech'), null);
      assert.deepEqual((await list(storage, FIRST_PAGE, 'initech')).items, []);

      const others = { ...ours, description: 'initech' };
      assert.equal(await putSubscriber(storage, others, 'initech'), 1);
      await remove(storage, 1, 'initech');
      assert.deepEqual(await findSubscriber(storage, uuid(1)), ours);

      await remove(storage, 1);
      assert.deepEqual(await findSubscriber(storage, uuid(1), OTHER_TENANT), theirs);
      assert.deepEqual((await list(storage, FIRST_PAGE, OTHER_TENANT)).items, [theirs]);
    },
  },
  {
    name: 'subscribers are listed newest first, those of the same time by id, in pages without gaps or repeats while some are added',
    async run(createStorage) {
      const storage = await createStorage();
      const add = (number: number, minute: number): Promise<Subscriber> =>
        subscribe(storage, number, { createdAt: addMs(NOW, minutes(minute)) });
      for (const number of [3, 0, 6, 1, 4, 2, 5]) await add(number, Math.floor(number / 3));

      const pages: (readonly number[])[] = [];
      let position: string | null = null;
      do {
        const page: Page<Subscriber> = await list(storage, { limit: 3, position });
        pages.push(page.items.map(({ id }) => numberOf(id)));
        position = page.nextPosition;
        await add(10 + pages.length, 10);
      } while (position !== null);

      assert.deepEqual(pages, [[6, 5, 4], [3, 2, 1], [0]]);
    },
  },
  {
    name: 'a roll-back brings back what was changed and deleted of subscribers',
    async run(createStorage) {
      const storage = await createStorage();
      const before = [await subscribe(storage, 1), await subscribe(storage, 2)];
      const refused = await storage.run({ tenantId: TENANT }, async ({ subscribers }) => {
        await subscribers.put({ ...ENABLED_SUBSCRIBER, id: uuid(1), url: 'https://other.test' });
        await subscribers.delete(uuid(2));
        await subscribers.put({ ...ENABLED_SUBSCRIBER, id: uuid(3) });
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.deepEqual((await list(storage)).items.toReversed(), before);
    },
  },
];

/** Everything that may be empty is. */
const BARE: Subscriber = {
  ...ENABLED_SUBSCRIBER,
  description: '',
  eventTypes: ['*'],
  naming: 'canonical',
  signature: 'v1a',
  body: 'thin',
  ordering: 'key',
  secrets: [{ sealed: 'azE.AA', expiresAt: null }],
};

function remove(storage: StorageWithWebhooks, number: number, tenantId = TENANT): Promise<void> {
  return commit(storage, { tenantId }, ({ subscribers }) => subscribers.delete(uuid(number)));
}

function list(
  storage: StorageWithWebhooks,
  page: PageRequest = FIRST_PAGE,
  tenantId = TENANT,
): Promise<Page<Subscriber>> {
  return commit(storage, { tenantId }, ({ subscribers }) =>
    subscribers.list({ subscriberId: null }, page),
  );
}

async function numbers(storage: StorageWithWebhooks): Promise<readonly number[]> {
  return (await list(storage)).items.map(({ id }) => numberOf(id));
}

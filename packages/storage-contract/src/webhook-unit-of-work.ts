import assert from 'node:assert/strict';
import { err, type StorageWithWebhooks } from '@stepward/core';
import type { WebhookStores } from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { TENANT, commit, person } from './contract-host.js';
import { FIRST_PAGE, uuid } from './event-samples.js';
import { AUDIT_EVENT, ENABLED_SUBSCRIBER, EVENT } from './samples.js';
import { ALL } from './webhook-host.js';

/** What `WebhookStorage.run` promises: it is the unit of work of `Storage.run`. */
export const webhookUnitOfWorkCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'Err rolls back what was stored of webhooks, and what was stored beside it',
    async run(createStorage) {
      const storage = await createStorage();
      const refused = await storage.webhooks.run({ tenantId: TENANT }, async (stores) => {
        await writeEverywhere(stores);
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.equal(refused.error, 'no');
      assert.deepEqual(await readEverything(storage), NOTHING);
    },
  },
  {
    name: 'a throw rolls back what was stored of webhooks, and what was stored beside it',
    async run(createStorage) {
      const storage = await createStorage();
      const failure = new Error('from inside');
      const running = storage.webhooks.run({ tenantId: TENANT }, async (stores) => {
        await writeEverywhere(stores);
        throw failure;
      });
      await assert.rejects(running, (error) => error === failure);
      assert.deepEqual(await readEverything(storage), NOTHING);
    },
  },
  {
    name: 'a roll-back brings back what was changed and removed of webhooks',
    async run(createStorage) {
      const storage = await createStorage();
      await commit(storage.webhooks, { tenantId: TENANT }, writeEverywhere);
      const before = await readEverything(storage);
      const refused = await storage.webhooks.run({ tenantId: TENANT }, async (stores) => {
        await stores.identities.setVerifiedPhone('ada', null);
        await stores.audit.append(AUDIT_EVENT);
        await stores.events.append({ ...EVENT, id: uuid(1) }, ['user.created']);
        await stores.subscribers.delete(ENABLED_SUBSCRIBER.id);
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.deepEqual(await readEverything(storage), before);
    },
  },
  {
    name: 'units of work of both ports with the same lock never overlap',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'subscribers' };
      let inside = 0;
      const alone = async ({ tenants }: Pick<WebhookStores, 'tenants'>): Promise<void> => {
        inside += 1;
        assert.equal(inside, 1, 'two units of work hold one lock');
        await tenants.find();
        inside -= 1;
      };
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0 ? commit(storage, scope, alone) : commit(storage.webhooks, scope, alone),
        ),
      );
    },
  },
];

const NOTHING = { identity: null, auditHead: null, subscribers: [], events: [], deliveries: [] };

async function writeEverywhere(stores: WebhookStores): Promise<void> {
  await stores.identities.put(person('ada'));
  await stores.audit.append(AUDIT_EVENT);
  await stores.subscribers.put(ENABLED_SUBSCRIBER);
  await stores.events.append(EVENT, ['user.created']);
}

function readEverything(storage: StorageWithWebhooks): Promise<unknown> {
  const { id } = ENABLED_SUBSCRIBER;
  const everything = { type: null, organisationId: null, since: null, until: null };
  return commit(storage.webhooks, { tenantId: TENANT }, async (stores) => ({
    identity: await stores.identities.find('ada'),
    auditHead: await stores.audit.head(),
    subscribers: (await stores.subscribers.list({ subscriberId: id }, FIRST_PAGE)).items,
    events: (await stores.events.list(everything, FIRST_PAGE)).items,
    deliveries: (await stores.deliveries.list(id, ALL, FIRST_PAGE)).items,
  }));
}

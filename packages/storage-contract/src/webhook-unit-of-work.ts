import assert from 'node:assert/strict';
import { err, type StorageWithWebhooks } from '@stepward/core';
import type { WebhookStores } from '@stepward/core/adapter';
import type { WebhookStorageContractCase } from './contract-case.js';
import { TENANT, commit, person, recordAudit, recordEvent } from './contract-host.js';
import { FIRST_PAGE, uuid } from './event-samples.js';
import { AUDIT_EVENT, ENABLED_SUBSCRIBER, EVENT } from './samples.js';
import { ALL } from './webhook-host.js';

/** What a unit of work promises for the stores of webhooks: they are stores as the others. */
export const webhookUnitOfWorkCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'Err rolls back what was stored of webhooks, and what was stored beside it',
    async run(createStorage) {
      const storage = await createStorage();
      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
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
      const running = storage.run({ tenantId: TENANT }, async (stores) => {
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
      await commit(storage, { tenantId: TENANT }, writeEverywhere);
      const before = await readEverything(storage);
      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        await stores.identities.put({ ...person('ada'), phone: null }, null);
        await recordAudit(stores, AUDIT_EVENT);
        await recordEvent(stores, { ...EVENT, id: uuid(1) }, ['user.created']);
        await stores.subscribers.delete(ENABLED_SUBSCRIBER.id);
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.deepEqual(await readEverything(storage), before);
    },
  },
];

const NOTHING = { identity: null, auditLog: [], subscribers: [], events: [], deliveries: [] };

async function writeEverywhere(stores: WebhookStores): Promise<void> {
  await stores.identities.put(person('ada'), null);
  await recordAudit(stores, AUDIT_EVENT);
  await stores.subscribers.put(ENABLED_SUBSCRIBER);
  await recordEvent(stores, EVENT, ['user.created']);
}

function readEverything(storage: StorageWithWebhooks): Promise<unknown> {
  const { id } = ENABLED_SUBSCRIBER;
  const everything = { eventId: null, type: null, organisationId: null, since: null, until: null };
  return commit(storage, { tenantId: TENANT }, async (stores) => ({
    identity: await stores.identities.find('ada'),
    auditLog: (await stores.audit.list({ ...everything, order: 'newest' }, FIRST_PAGE)).items,
    subscribers: (await stores.subscribers.list({ subscriberId: id }, FIRST_PAGE)).items,
    events: (await stores.events.list(everything, FIRST_PAGE)).items,
    deliveries: (await stores.deliveries.list(id, ALL, FIRST_PAGE)).items,
  }));
}

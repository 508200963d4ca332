import assert from 'node:assert/strict';
import { err, type HostTransaction, type ListedEvent, ok, type Storage } from '@stepward/core';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  inParallel,
  person,
  preparedEvent,
} from './contract-host.js';
import { FIRST_PAGE, eventNo, numberOf } from './event-samples.js';
import { EVENT } from './samples.js';

/** What holds for events that are appended inside a transaction of the host's. */
export const hostTransactionCases: readonly StorageContractCase[] = [
  {
    name: "an event commits with the host's transaction, in its own tenant",
    async run(createStorage) {
      const storage = await createStorage();
      await inTransaction(storage, 'commit', async (transaction) => {
        await appendIn(storage, transaction, 7);
        await appendIn(storage, transaction, 7);
        await appendIn(storage, transaction, 8, OTHER_TENANT);
      });

      assert.deepEqual(await numbers(storage), [7]);
      assert.deepEqual(await numbers(storage, OTHER_TENANT), [8]);
    },
  },
  {
    name: "an event comes back as it was appended in the host's transaction",
    async run(createStorage) {
      const storage = await createStorage();
      await inTransaction(storage, 'commit', (transaction) =>
        storage.appendEvent(transaction, TENANT, preparedEvent(EVENT)),
      );

      assert.deepEqual(await listed(storage), [{ ...EVENT, dispatched: false }]);
    },
  },
  {
    name: "a roll-back of the host's transaction takes the event with it",
    async run(createStorage) {
      const storage = await createStorage();
      await inTransaction(storage, 'roll back', (transaction) => appendIn(storage, transaction, 7));

      assert.deepEqual(await numbers(storage), []);
      await inTransaction(storage, 'commit', (transaction) => appendIn(storage, transaction, 7));
      assert.deepEqual(await numbers(storage), [7]);
    },
  },
  {
    name: 'a transaction that has ended is refused, and stores nothing',
    async run(createStorage) {
      const storage = await createStorage();
      for (const ending of ['commit', 'roll back'] as const) {
        const ended = await inTransaction(storage, ending, (transaction) =>
          Promise.resolve({ transaction }),
        );
        await assert.rejects(appendIn(storage, ended.transaction, 7));
      }
      assert.deepEqual(await numbers(storage), []);
    },
  },
  {
    name: '20 parallel transactions of the host with one event id give one event',
    async run(createStorage) {
      const storage = await createStorage();
      await inParallel(20, () =>
        inTransaction(storage, 'commit', (transaction) => appendIn(storage, transaction, 7)),
      );

      assert.deepEqual(await numbers(storage), [7]);
    },
  },
  {
    name: "what the host's transaction does after an event is as it was before it",
    async run(createStorage) {
      const storage = await createStorage();
      const done = await storage.run<string | null, never>({ tenantId: TENANT }, async (stores) => {
        await appendIn(storage, stores.transaction, 8, OTHER_TENANT);
        await appendIn(storage, stores.transaction, 9);
        await stores.identities.put(person('ada'), null);
        return ok((await stores.identities.find('ada'))?.identityId ?? null);
      });
      assert.ok(done.isOk());
      assert.equal(done.value, 'ada');
    },
  },
  {
    name: "an invalid tenant id throws before anything is stored in the host's transaction",
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of ['', 'a b', "a'b", '-acme', 'a'.repeat(129)]) {
        await inTransaction(storage, 'commit', async (transaction) => {
          await assert.rejects(appendIn(storage, transaction, 7, tenantId), tenantId);
        });
      }
    },
  },
];

/** The events of a tenant, newest first. */
async function listed(storage: Storage, tenantId = TENANT): Promise<readonly ListedEvent[]> {
  const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const { items } = await commit(storage, { tenantId }, ({ events }) =>
    events.list(all, FIRST_PAGE),
  );
  return items;
}

/** The events of a tenant by number, newest first. */
async function numbers(storage: Storage, tenantId = TENANT): Promise<readonly number[]> {
  return (await listed(storage, tenantId)).map(({ id }) => numberOf(id));
}

/** Lets a unit of work's own transaction stand for one of the host's. */
export async function inTransaction<T>(
  storage: Storage,
  ending: 'commit' | 'roll back',
  work: (transaction: HostTransaction) => Promise<T>,
): Promise<T> {
  const done = await storage.run<T, T>({ tenantId: 'host' }, async ({ transaction }) => {
    const answer = await work(transaction);
    return ending === 'commit' ? ok(answer) : err(answer);
  });
  return done.isOk() ? done.value : done.error;
}

/** Appends an event by number for all subscribers. */
export async function appendIn(
  storage: Storage,
  transaction: HostTransaction,
  number: number,
  tenantId = TENANT,
): Promise<void> {
  const event = preparedEvent(eventNo(number), ['*', 'to.all']);
  const outcome = await storage.appendEvent(transaction, tenantId, event);
  assert.equal(outcome, 'appended');
}

import assert from 'node:assert/strict';
import { err, isStorageBusy, ok, type Storage } from '@stepward/core';
import type { Stores, Trail } from '@stepward/core/adapter';
import { EMPTY_FACTOR_RECORD } from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_PHONE,
  TENANT,
  commit,
  countUp,
  inParallel,
  person,
  readFacts,
  scopeOf,
  storeRecord,
} from './contract-host.js';
import {
  API_KEY,
  AUDIT_EVENT,
  ENTRY,
  EVENT,
  FULL_OVERRIDES,
  FULL_RECORD,
  FULL_TENANT,
  KEY,
  RESERVATION,
} from './samples.js';
import { FIRST_PAGE, uuid } from './event-samples.js';

/** What `run` itself promises. */
export const unitOfWorkCases: readonly StorageContractCase[] = [
  // standard: asvs/2.3.3, asvs/16.5.3
  {
    name: 'Err rolls everything back',
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
    name: 'a throw rolls everything back and is passed on',
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
    name: 'a roll-back brings back what was changed and removed',
    async run(createStorage) {
      const storage = await createStorage();
      await commit(storage, { tenantId: TENANT }, writeEverywhere);
      await storeRecord(storage, scopeOf(KEY), FULL_RECORD);
      const before = await readEverything(storage);

      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        const withdrawn = { factor: null, end: 'withdrawn', now: AUDIT_EVENT.at } as const;
        const other = { ...person('ada', OTHER_PHONE), state: 'suspended' } as const;
        await stores.identities.put(other, withdrawn);
        await stores.policies.writeTenant(DEFAULT_TENANT);
        await stores.policies.writeOverrides('org-1', {}, null);
        await stores.apiKeys.put({ ...API_KEY, revokedAt: API_KEY.createdAt }, null);
        const events = [
          { event: { ...EVENT, id: uuid(1) }, patterns: ['user.created'], orderingKey: null },
        ];
        await stores.record({ ...TRAIL, entries: [], events });
        await stores.idempotency.finish(RESERVATION.recordId, RESERVATION.token, null);
        return err('no');
      });

      assert.ok(refused.isErr());
      assert.deepEqual(await readEverything(storage), before);
    },
  },
  {
    name: 'units of work with the same lock never overlap, and each sees what the one before committed',
    async run(createStorage) {
      const storage = await createStorage();
      let inside = 0;

      const seen = await inParallel(20, () =>
        commit(storage, { tenantId: TENANT, lock: 'identity:ada' }, async (stores) => {
          inside += 1;
          assert.equal(inside, 1, 'two units of work hold one lock');
          const count = await countUp(stores);
          inside -= 1;
          return count;
        }),
      );

      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, index) => index),
      );
    },
  },
  {
    name: 'units of work that share one of several locks never overlap, in any order of names',
    async run(createStorage) {
      const storage = await createStorage();
      const locks = [['a', 'b'], ['b', 'a'], ['b', 'c'], 'b'];
      let inside = 0;

      await inParallel(20, (index) =>
        commit(storage, { tenantId: TENANT, lock: locks[index % 4] ?? [] }, async (stores) => {
          inside += 1;
          assert.equal(inside, 1, 'two units of work hold one lock');
          await stores.policies.read(null);
          inside -= 1;
        }),
      );
    },
  },
  {
    name: 'a lock is free again after Err and after a throw',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'identity:ada' };

      const refused = await storage.run(scope, () => Promise.resolve(err('no')));
      assert.ok(refused.isErr());
      await assert.rejects(storage.run(scope, () => Promise.reject(new Error('from inside'))));

      assert.equal(await commit(storage, scope, () => Promise.resolve('reached')), 'reached');
    },
  },
  // standard: asvs/15.2.2
  {
    name: 'of 100 units of work for one lock each is served, or is turned away as busy and stores nothing',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'identity:ada' };

      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, () => commit(storage, scope, countUp)),
      );

      const served = outcomes.filter(({ status }) => status === 'fulfilled');
      const refused = outcomes.filter((each) => each.status === 'rejected');
      for (const { reason } of refused) assert.ok(isStorageBusy(reason), String(reason));
      assert.equal(await commit(storage, scope, countUp), served.length);
    },
  },
  {
    name: 'a unit of work that may wait is served, however many are before it',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'identity:ada', whenBusy: 'wait' } as const;

      const counts = await Promise.all(
        Array.from({ length: 100 }, () => commit(storage, scope, countUp)),
      );

      assert.equal(Math.max(...counts), 99);
    },
  },
  {
    name: 'an invalid tenant id throws before any work is done',
    async run(createStorage) {
      const storage = await createStorage();
      let worked = 0;

      for (const tenantId of ['', ' ', 'a b', '-acme', 'acme.', 'açme', "a'b", 'a'.repeat(129)]) {
        const running = storage.run({ tenantId }, () => {
          worked += 1;
          return Promise.resolve(ok(null));
        });
        await assert.rejects(running, `tenant id ${JSON.stringify(tenantId)}`);
      }

      assert.equal(worked, 0);
    },
  },
];

const OTHER_RESERVATION = { ...RESERVATION, token: 'another' };

const TRAIL: Trail = {
  audit: [AUDIT_EVENT],
  entries: [ENTRY],
  events: [{ event: EVENT, patterns: ['user.created'], orderingKey: null }],
};

const NOTHING = {
  identity: null,
  record: EMPTY_FACTOR_RECORD,
  policy: { known: false, overrides: {}, scheduled: null, tenant: null },
  apiKeys: [],
  auditLog: { items: [], nextPosition: null, head: null },
  authenticationLog: [],
  events: [],
  idempotency: OTHER_RESERVATION,
};

async function writeEverywhere(stores: Stores): Promise<void> {
  await stores.policies.writeTenant(FULL_TENANT);
  await stores.policies.writeOverrides('org-1', FULL_OVERRIDES, null);
  await stores.identities.put(person('ada'), null);
  await stores.apiKeys.put(API_KEY, 'a'.repeat(64));
  await stores.record(TRAIL);
  await stores.idempotency.reserve(RESERVATION, AUDIT_EVENT.at);
}

/**
 * Everything that {@link writeEverywhere} wrote, and the record of Ada; the request in flight is what another one meets,
 * and is rolled back.
 */
async function readEverything(storage: Storage): Promise<unknown> {
  const all = {
    eventId: null,
    type: null,
    organisationId: null,
    identityId: null,
    since: null,
    until: null,
  };
  const { record } = await readFacts(storage, scopeOf(KEY));
  const stored = await storage.run<never, unknown>({ tenantId: TENANT }, async (stores) =>
    err({
      identity: await stores.identities.find('ada'),
      record,
      policy: await stores.policies.read('org-1'),
      apiKeys: (await stores.apiKeys.list({ keyId: null, liveAt: null }, FIRST_PAGE)).items,
      auditLog: await stores.audit.list({ ...all, order: 'oldest' }, FIRST_PAGE),
      authenticationLog: (await stores.authenticationLog.list(all, FIRST_PAGE)).items,
      events: (await stores.events.list(all, FIRST_PAGE)).items,
      idempotency: await stores.idempotency.reserve(OTHER_RESERVATION, AUDIT_EVENT.at),
    }),
  );
  assert.ok(stored.isErr());
  return stored.error;
}

import assert from 'node:assert/strict';
import { err, isStorageBusy, ok, type Storage } from '@stepward/core';
import type { Stores } from '@stepward/core/adapter';
import { EMPTY_FACTOR_RECORD } from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_PHONE, TENANT, commit, inParallel, person } from './contract-host.js';
import {
  API_KEY,
  AUDIT_EVENT,
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
      const before = await readEverything(storage);

      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        const record = await stores.codes.read(KEY);
        await stores.codes.write(KEY, record, EMPTY_FACTOR_RECORD);
        await stores.identities.put({ ...person('ada', OTHER_PHONE), state: 'suspended' });
        await stores.identities.setVerifiedPhone('ada', null);
        await stores.policies.write('org-1', {});
        await stores.apiKeys.update({ ...API_KEY, revokedAt: API_KEY.createdAt });
        await stores.audit.append(AUDIT_EVENT);
        await stores.events.append({ ...EVENT, id: uuid(1) }, ['user.created']);
        await stores.idempotency.remove(RESERVATION.recordId, RESERVATION.token);
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
      const key = {
        identityId: 'ada',
        factor: 'sms',
        purpose: 'enrolment',
        destinationKey: null,
      } as const;
      const at = new Date('2026-01-01T00:00:00.000Z');
      let inside = 0;

      const seen = await inParallel(20, () =>
        commit(storage, { tenantId: TENANT, lock: 'identity:ada' }, async (stores) => {
          inside += 1;
          assert.equal(inside, 1, 'two units of work hold one lock');
          const record = await stores.codes.read(key);
          const wrongGuesses = [...record.wrongGuesses, at];
          await stores.codes.write(key, record, { ...record, wrongGuesses });
          inside -= 1;
          return record.wrongGuesses.length;
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
          await stores.tenants.find();
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
  {
    name: 'of 100 units of work for one lock each is served, or is turned away as busy and stores nothing',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'identity:ada' };

      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, () =>
          commit(storage, scope, (stores) => stores.dailySends.add('2026-01-01', 'others', 1)),
        ),
      );

      const served = outcomes.filter(({ status }) => status === 'fulfilled');
      const refused = outcomes.filter((each) => each.status === 'rejected');
      for (const { reason } of refused) assert.ok(isStorageBusy(reason), String(reason));
      const next = await commit(storage, scope, (stores) =>
        stores.dailySends.add('2026-01-01', 'others', 1),
      );
      assert.equal(next, served.length + 1);
    },
  },
  {
    name: 'a unit of work that may wait is served, however many are before it',
    async run(createStorage) {
      const storage = await createStorage();
      const scope = { tenantId: TENANT, lock: 'identity:ada', whenBusy: 'wait' } as const;

      const counts = await Promise.all(
        Array.from({ length: 100 }, () =>
          commit(storage, scope, (stores) => stores.dailySends.add('2026-01-01', 'others', 1)),
        ),
      );

      assert.equal(Math.max(...counts), 100);
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

const NOTHING = {
  tenant: null,
  identity: null,
  record: EMPTY_FACTOR_RECORD,
  dailySends: 1,
  policy: { known: false, overrides: {}, tenant: DEFAULT_TENANT },
  apiKey: null,
  auditHead: null,
  auditLog: [],
  events: [],
  idempotency: OTHER_RESERVATION,
};

async function writeEverywhere(stores: Stores): Promise<void> {
  await stores.tenants.put(FULL_TENANT);
  await stores.identities.put(person('ada'));
  await stores.codes.write(KEY, await stores.codes.read(KEY), FULL_RECORD);
  await stores.dailySends.add('2026-01-01', 'others', 1);
  await stores.organisations.put('org-1');
  await stores.policies.write('org-1', FULL_OVERRIDES);
  await stores.apiKeys.insert(API_KEY, 'a'.repeat(64));
  await stores.audit.append(AUDIT_EVENT);
  await stores.events.append(EVENT, ['user.created']);
  await stores.idempotency.reserve(RESERVATION, AUDIT_EVENT.at);
}

/**
 * Everything that {@link writeEverywhere} wrote; the count is what one more send makes of it, the request
 * in flight what another one meets, and both are rolled back.
 */
async function readEverything(storage: Storage): Promise<unknown> {
  const everything = { type: null, organisationId: null, since: null, until: null };
  const stored = await storage.run<never, unknown>({ tenantId: TENANT }, async (stores) =>
    err({
      tenant: await stores.tenants.find(),
      identity: await stores.identities.find('ada'),
      record: await stores.codes.read(KEY),
      dailySends: await stores.dailySends.add('2026-01-01', 'others', 1),
      policy: await stores.policies.read('org-1'),
      apiKey: await stores.apiKeys.find(API_KEY.id),
      auditHead: await stores.audit.head(),
      auditLog: await stores.audit.chain(0, 10),
      events: (await stores.events.list(everything, FIRST_PAGE)).items,
      idempotency: await stores.idempotency.reserve(OTHER_RESERVATION, AUDIT_EVENT.at),
    }),
  );
  assert.ok(stored.isErr());
  return stored.error;
}

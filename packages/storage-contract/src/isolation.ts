import assert from 'node:assert/strict';
import { EMPTY_FACTOR_RECORD } from '@stepward/core/factors';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  PHONE,
  TENANT,
  caller,
  commit,
  countSends,
  countUp,
  createContractHost,
  decide,
  inParallel,
  readFacts,
  readRecord,
  scopeOf,
  tally,
  wrongCode,
} from './contract-host.js';
import { FULL_RECORD, FULL_TENANT, IDENTITIES, KEY, RESERVATION } from './samples.js';

/** The isolation of tenants from each other. */
export const isolationCases: readonly StorageContractCase[] = [
  // spec: service/tenants
  // standard: asvs/8.4.1
  {
    name: 'no tenant sees what another stored under the same ids',
    async run(createStorage) {
      const storage = await createStorage();
      const [identity] = IDENTITIES;
      assert.ok(identity);
      await commit(storage, { tenantId: TENANT }, async (stores) => {
        await stores.policies.writeTenant(FULL_TENANT);
        await stores.identities.put(identity, null);
        await stores.idempotency.reserve(RESERVATION, new Date(0));
      });
      const dailySend = { day: '2026-01-01', share: 'others', add: 1, bound: null } as const;
      await decide(storage, scopeOf(KEY), () => ({ record: FULL_RECORD, dailySend }));

      await commit(storage, { tenantId: OTHER_TENANT }, async (stores) => {
        assert.equal((await stores.policies.read(null)).tenant, null);
        assert.equal(await stores.identities.find(identity.identityId), null);
        const theirs = { ...RESERVATION, token: 'another' };
        assert.deepEqual(await stores.idempotency.reserve(theirs, new Date(0)), theirs);
      });
      const facts = await readFacts(storage, scopeOf(KEY, OTHER_TENANT));
      assert.deepEqual([facts.identity, facts.record], [null, EMPTY_FACTOR_RECORD]);
      assert.equal(await countSends(storage, { tenantId: OTHER_TENANT }), 0);
    },
  },
  {
    name: 'one identity id and phone number in two tenants have codes, budgets and factors of their own',
    async run(createStorage) {
      const people = { [TENANT]: ['ada'], [OTHER_TENANT]: ['ada'] };
      const host = await createContractHost(createStorage, people);
      const here = caller('ada', TENANT);
      const there = caller('ada', OTHER_TENANT);

      const first = await host.enrolments.start(here);
      const right = host.sms.lastCode(PHONE);
      const second = await host.enrolments.start(there);
      assert.deepEqual(tally([first, second]), { ok: 2 });
      const foreign = wrongCode(host.sms.lastCode(PHONE));
      await inParallel(5, () => host.enrolments.verify(there, foreign));

      assert.deepEqual(tally([await host.enrolments.verify(here, right)]), { ok: 1 });
      assert.deepEqual((await readRecord(host.storage, here)).wrongGuesses, []);
      const other = await readRecord(host.storage, there);
      assert.deepEqual([other.authenticators, other.state.status], [[], 'exhausted']);
    },
  },
  {
    name: 'units of work of different tenants run side by side under one lock name without harm',
    async run(createStorage) {
      const storage = await createStorage();
      const tenantIds = Array.from({ length: 10 }, (_, index) => `tenant-${index}`);

      await inParallel(50, (index) =>
        commit(storage, { tenantId: `tenant-${index % 10}`, lock: 'counter' }, countUp),
      );

      for (const tenantId of tenantIds) {
        assert.equal(await commit(storage, { tenantId }, countUp), 5, tenantId);
      }
    },
  },
];

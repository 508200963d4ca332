import assert from 'node:assert/strict';
import { type PageRequest, type Storage, systemCaller } from '@stepward/core';
import type { ScheduledChange, StoredOrganisation, StoredPolicy } from '@stepward/core/adapter';
import { POLICY_FIELD_NAMES, type StoredValues } from '@stepward/core/policy';
import type { StorageContractCase } from './contract-case.js';
import {
  MANAGER,
  OTHER_TENANT,
  TENANT,
  accepted,
  commit,
  createContractHost,
  inParallel,
  tally,
} from './contract-host.js';
import { FULL_OVERRIDES, FULL_TENANT, NOTHING_STORED, SCHEDULED } from './samples.js';

const ORG = 'org-1';

/** What holds for organisations and their policies. */
export const policyCases: readonly StorageContractCase[] = [
  {
    name: 'overrides of every field and marks come back as they were written, each write in place of the earlier one',
    async run(createStorage) {
      const storage = await createStorage();
      const marks = Object.fromEntries(POLICY_FIELD_NAMES.map((name) => [name, null]));
      const unknown = { mfaEnforcement: 'paranoid', allowedFactors: ['iris', 7, { a: [null] }] };
      for (const overrides of [FULL_OVERRIDES, marks, { gracePeriodMs: 0 }, unknown, {}]) {
        await write(storage, overrides);
        assert.deepEqual((await read(storage)).overrides, overrides);
      }
    },
  },
  {
    name: 'a planned change comes back as it was written, to the millisecond, until one without it is',
    async run(createStorage) {
      const storage = await createStorage();
      for (const scheduled of [SCHEDULED, { ...SCHEDULED, values: {} }, null]) {
        await write(storage, FULL_OVERRIDES, scheduled);
        const { overrides, scheduled: found } = await read(storage);
        assert.deepEqual([overrides, found], [FULL_OVERRIDES, scheduled]);
      }
    },
  },
  {
    name: 'a policy is read with the tenant (null before one is stored), and an organisation is known from its first overrides on',
    async run(createStorage) {
      const storage = await createStorage();
      const nothing = { known: false, ...NOTHING_STORED, tenant: null };
      assert.deepEqual(await read(storage), nothing);

      await write(storage, { gracePeriodMs: 5 });
      const known = { ...nothing, known: true, overrides: { gracePeriodMs: 5 } };
      assert.deepEqual(await read(storage), known);
      assert.deepEqual(await read(storage, null), nothing);

      await commit(storage, { tenantId: TENANT }, ({ policies }) =>
        policies.writeTenant(FULL_TENANT),
      );
      assert.deepEqual(await read(storage), { ...known, tenant: FULL_TENANT });
      assert.deepEqual(await read(storage, null), { ...nothing, tenant: FULL_TENANT });
    },
  },
  {
    name: 'a list has every organisation of the tenant once, with what is stored of it, page by page',
    async run(createStorage) {
      const storage = await createStorage();
      const ids = ['org-b', 'org-a', 'Org-a', 'org', 'ö', 'org-c', '10', '9'];
      for (const id of ids) {
        await commit(storage, { tenantId: TENANT }, ({ policies }) =>
          policies.writeOverrides(id, { ...FULL_OVERRIDES, gracePeriodMs: id.length }, SCHEDULED),
        );
      }
      await commit(storage, { tenantId: OTHER_TENANT }, ({ policies }) =>
        policies.writeOverrides('theirs', FULL_OVERRIDES, null),
      );
      await commit(storage, { tenantId: TENANT }, ({ policies }) =>
        policies.writeOverrides('empty', {}, null),
      );
      const found: StoredOrganisation[] = [];
      let position: string | null = null;
      do {
        const page: PageRequest = { limit: 2, position };
        const part = await commit(storage, { tenantId: TENANT }, ({ policies }) =>
          policies.list(page),
        );
        assert.ok(part.items.length === 2 || part.nextPosition === null);
        found.push(...part.items);
        position = part.nextPosition;
      } while (position !== null);
      const byId = new Map(found.map((each) => [each.organisationId, each]));
      assert.deepEqual([...byId.keys()].sort(), [...ids, 'empty'].sort());
      assert.equal(found.length, byId.size);
      for (const id of ids) {
        const overrides = { ...FULL_OVERRIDES, gracePeriodMs: id.length };
        assert.deepEqual(byId.get(id), { organisationId: id, overrides, scheduled: SCHEDULED });
      }
      const empty = { organisationId: 'empty', overrides: {}, scheduled: null };
      assert.deepEqual(byId.get('empty'), empty);
    },
  },
  {
    name: 'an organisation that is registered again keeps its overrides, also where its policy changes meanwhile',
    async run(createStorage) {
      const { policies, organisations } = await createContractHost(createStorage, {});
      await organisations.put(TENANT, ORG);
      await inParallel<unknown>(20, (index) =>
        index % 4 === 0
          ? policies.update(MANAGER, ORG, { passwordMinLength: 20 })
          : organisations.put(TENANT, ORG),
      );
      assert.equal(accepted(await policies.get(TENANT, ORG)).passwordMinLength, 20);
    },
  },
  {
    name: 'an organisation is found by its exact id alone, and by its own tenant alone',
    async run(createStorage) {
      const { policies, organisations } = await createContractHost(createStorage, {});
      await organisations.put(TENANT, ORG);
      accepted(await policies.update(MANAGER, ORG, { passwordMinLength: 20 }));

      for (const near of ['Org-1', 'org-1 ', 'org_1', '%', '', 'org-1\0']) {
        assert.deepEqual(tally([await policies.get(TENANT, near)]), { organisation_not_found: 1 });
      }
      const theirs = systemCaller(OTHER_TENANT);
      const answers = [
        await policies.get(OTHER_TENANT, ORG),
        await policies.update(theirs, ORG, { passwordMinLength: 9 }),
        await policies.reset(theirs, ORG),
      ];
      assert.deepEqual(tally(answers), { organisation_not_found: 3 });

      await organisations.put(OTHER_TENANT, ORG);
      assert.equal(accepted(await policies.get(OTHER_TENANT, ORG)).passwordMinLength, 8);
      assert.equal(accepted(await policies.get(TENANT, ORG)).passwordMinLength, 20);
    },
  },
  {
    name: 'concurrent changes of different fields of one organisation both hold, 20 times over',
    async run(createStorage) {
      const { policies, organisations } = await createContractHost(createStorage, {});
      for (let round = 0; round < 20; round += 1) {
        const organisation = `org-${round}`;
        await organisations.put(TENANT, organisation);

        const answers = await Promise.all([
          policies.update(MANAGER, organisation, { passwordMinLength: 10 + round }),
          policies.update(MANAGER, organisation, { session_timeout_minutes: 5 + round }),
        ]);

        assert.deepEqual(tally(answers), { ok: 2 });
        const policy = accepted(await policies.get(TENANT, organisation));
        assert.equal(policy.passwordMinLength, 10 + round);
        assert.equal(policy.sessionTimeoutMinutes, 5 + round);
      }
    },
  },
  {
    name: 'changes and a reset of one organisation in parallel end as one of their orders would',
    async run(createStorage) {
      const { policies, organisations, storage } = await createContractHost(createStorage, {});
      await organisations.put(TENANT, ORG);
      await inParallel(10, (index) =>
        index % 2 === 0
          ? policies.update(MANAGER, ORG, { passwordMinLength: 12, gracePeriodMs: 1 })
          : policies.reset(MANAGER, ORG),
      );
      const { passwordMinLength, gracePeriodMs } = (await read(storage)).overrides;
      assert.ok(
        (passwordMinLength === 12 && gracePeriodMs === 1) ||
          (passwordMinLength === undefined && gracePeriodMs === undefined),
      );
    },
  },
  {
    name: 'an override that the tenant has overtaken stays stored, and comes back when the tenant relaxes',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      await host.organisations.put(TENANT, ORG);
      const minLength = async (): Promise<readonly unknown[]> => {
        const policy = accepted(await host.policies.get(TENANT, ORG));
        return [policy.passwordMinLength, policy.inherited.passwordMinLength];
      };
      const configure = async (length: number): Promise<void> => {
        const change = { password: { minLength: length } };
        accepted(await host.tenants.configure(MANAGER, change));
      };

      accepted(await host.policies.update(MANAGER, ORG, { passwordMinLength: 12 }));
      assert.deepEqual(await minLength(), [12, false]);
      await configure(16);
      assert.deepEqual(await minLength(), [16, true]);
      await configure(8);
      assert.deepEqual(await minLength(), [12, false]);
    },
  },
];

function write(
  storage: Storage,
  overrides: StoredValues,
  scheduled: ScheduledChange | null = null,
): Promise<void> {
  return commit(storage, { tenantId: TENANT }, ({ policies }) =>
    policies.writeOverrides(ORG, overrides, scheduled),
  );
}

function read(storage: Storage, organisationId: string | null = ORG): Promise<StoredPolicy> {
  return commit(storage, { tenantId: TENANT }, ({ policies }) => policies.read(organisationId));
}

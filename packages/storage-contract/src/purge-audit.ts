import assert from 'node:assert/strict';
import type { AuditEvent, Storage } from '@stepward/core';
import { purgeStorage } from '@stepward/core/adapter';
import { addMs, days } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, createContractHost, recordAudit } from './contract-host.js';
import { FIRST_PAGE } from './event-samples.js';
import { AUDIT_EVENT } from './samples.js';

/** In the past: storage with a clock of its own purges nothing whose time has not come by that. */
const NOW = new Date('2020-01-01T00:00:00.000Z');

/** What `purge` forgets of the audit log, and what it does not. */
export const purgeAuditCases: readonly StorageContractCase[] = [
  // spec: service/hipaa
  {
    name: 'purge keeps every audit entry until its time, to the millisecond',
    async run(createStorage) {
      const storage = await createStorage();
      for (const ms of [-days(1), 0, 1, days(1)]) await append(storage, ms);
      await purgeStorage(storage, addMs(NOW, -days(1) - 1));
      assert.deepEqual(await places(storage), [1, 2, 3, 4]);
      await purgeStorage(storage, NOW);
      assert.deepEqual(await places(storage), [3, 4]);
    },
  },
  {
    name: 'purge forgets audit entries from the oldest on, up to the first that is still to be kept',
    async run(createStorage) {
      const storage = await createStorage();
      for (const ms of [-3, -2, 1, -1, 5]) await append(storage, ms);
      await purgeStorage(storage, NOW);
      assert.deepEqual(await places(storage), [3, 4, 5]);
    },
  },
  {
    name: "purge keeps every tenant's newest audit entry, and the chain holds and goes on after it",
    async run(createStorage) {
      const { storage, audit } = await createContractHost(createStorage, {});
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const ms of [-3, -2, -1]) await append(storage, ms, tenantId);
      }

      await purgeStorage(storage, NOW);
      await purgeStorage(storage, NOW);

      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await places(storage, tenantId), [3]);
        assert.equal(await audit.verifyChain(tenantId), null);
        await append(storage, 1, tenantId);
        assert.deepEqual(await places(storage, tenantId), [3, 4]);
        assert.equal(await audit.verifyChain(tenantId), null);
      }
    },
  },
];

/** Appends an entry that may be purged `ms` after {@link NOW}. */
function append(storage: Storage, ms: number, tenantId = TENANT): Promise<void> {
  const event: AuditEvent = { ...AUDIT_EVENT, retainUntil: addMs(NOW, ms) };
  return commit(storage, { tenantId }, (stores) => recordAudit(stores, event));
}

async function places(storage: Storage, tenantId = TENANT): Promise<readonly number[]> {
  const filter = { order: 'oldest', type: null, since: null, until: null } as const;
  const { items } = await commit(storage, { tenantId }, ({ audit }) =>
    audit.list(filter, FIRST_PAGE),
  );
  return items.map(({ sequence }) => sequence);
}

import assert from 'node:assert/strict';
import type { AuthenticationEntry, Storage } from '@stepward/core';
import {
  ENTRY_RETENTION_MS,
  parseCanonicalJson,
  purgeStorage,
  uuidv7,
} from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import { commit, inParallel, OTHER_TENANT, recordAudit, TENANT } from './contract-host.js';
import { addMs, days, hours } from './duration.js';
import { AUDIT_EVENT, ENTRY } from './samples.js';

/** What holds for readers that follow a log: `after` of both stores. */
export const logsAfterCases: readonly StorageContractCase[] = [
  {
    name: 'the authentication log is followed in the order in which it was written, whatever the times of its entries',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [5, 3, 4]) await append(storage, [entryNo(number)]);
      await append(storage, [entryNo(1), entryNo(2)]);
      assert.deepEqual(await untilThere(storage, 5), [5, 3, 4, 1, 2].map(entryNo));
      const numbersAfter = async (number: number, limit?: number) =>
        numbersOf(await after(storage, idNo(number), limit));
      assert.deepEqual(await numbersAfter(3), [4, 1, 2]);
      assert.deepEqual(await numbersAfter(3, 2), [4, 1]);
      assert.deepEqual(await numbersAfter(1), [2]);
      assert.deepEqual(await numbersAfter(2), []);
    },
  },
  {
    name: 'a reader that goes on after the last entry it got misses none, however writers overlap',
    async run(createStorage) {
      const storage = await createStorage();
      const written = inParallel(120, (index) =>
        append(storage, [entryNo(200 - index), entryNo(300 + index)]),
      );
      const read: AuthenticationEntry[] = [];
      while (read.length < 240) {
        const page = await after(storage, read.at(-1)?.id ?? null, 7);
        assert.ok(page !== null);
        read.push(...page);
      }
      await written;
      assert.equal(read.length, 240);
      assert.equal(new Set(numbersOf(read)).size, 240);
      assert.deepEqual(await after(storage, read.at(-1)?.id ?? null), []);
    },
  },
  {
    name: 'there is nothing after an entry that a tenant has not, that was purged, or that no id can name',
    async run(createStorage) {
      const storage = await createStorage();
      assert.deepEqual(await after(storage, null), []);
      await append(storage, [entryNo(1), entryNo(2)], OTHER_TENANT);
      await append(storage, [entryNo(3), { ...entryNo(4), retainUntil: addMs(NOW, days(365)) }]);
      for (const id of [idNo(1), 'x', '', '\0', `${idNo(3)} `, '🦊'.repeat(300)]) {
        assert.equal(await after(storage, id), null);
        assert.equal(await auditAfter(storage, id), null);
      }
      assert.deepEqual(numbersOf(await untilThere(storage, 2, OTHER_TENANT)), [1, 2]);
      await purgeStorage(storage, addMs(NOW, ENTRY_RETENTION_MS + days(32)));
      assert.equal(await after(storage, idNo(3)), null);
      await append(storage, [entryNo(5)]);
      assert.deepEqual(numbersOf(await untilThere(storage, 2)), [4, 5]);
    },
  },
  {
    name: 'the audit log is followed from the oldest entry on, and from any of its entries',
    async run(createStorage) {
      const storage = await createStorage();
      for (const id of ['e-2', 'e-1', 'e-3']) await appendAudit(storage, id);
      await appendAudit(storage, 'theirs', OTHER_TENANT);
      assert.deepEqual(await auditAfter(storage, null), ['e-2', 'e-1', 'e-3']);
      assert.deepEqual(await auditAfter(storage, null, 2), ['e-2', 'e-1']);
      assert.deepEqual(await auditAfter(storage, 'e-2'), ['e-1', 'e-3']);
      assert.deepEqual(await auditAfter(storage, 'e-3'), []);
      assert.equal(await auditAfter(storage, 'theirs'), null);
      assert.equal(await auditAfter(storage, 'e-'), null);
    },
  },
];

const NOW = new Date('2026-01-10T12:00:00.007Z');

/** An entry by number, one an hour. */
function entryNo(number: number): AuthenticationEntry {
  const at = addMs(NOW, hours(number));
  return { ...ENTRY, id: idNo(number), at, retainUntil: at };
}

function idNo(number: number): string {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(number, 6);
  return uuidv7(addMs(NOW, hours(number)), bytes);
}

function numbersOf(entries: readonly AuthenticationEntry[] | null): readonly number[] | null {
  return entries && entries.map(({ id }) => parseInt(id.slice(-8), 16));
}

function append(
  storage: Storage,
  entries: readonly AuthenticationEntry[],
  tenantId = TENANT,
): Promise<void> {
  return commit(storage, { tenantId }, (stores) => stores.record({ entries, events: [] }));
}

function after(
  storage: Storage,
  entryId: string | null,
  limit = 1_000,
  tenantId = TENANT,
): Promise<readonly AuthenticationEntry[] | null> {
  return commit(storage, { tenantId }, ({ authenticationLog }) =>
    authenticationLog.after(entryId, limit),
  );
}

/** Reads the whole log as soon as it has that many entries: storage may hold them back while others write. */
async function untilThere(
  storage: Storage,
  count: number,
  tenantId = TENANT,
): Promise<readonly AuthenticationEntry[]> {
  for (;;) {
    const entries = await after(storage, null, 1_000, tenantId);
    assert.ok(entries !== null && entries.length <= count);
    if (entries.length === count) return entries;
  }
}

function appendAudit(storage: Storage, id: string, tenantId = TENANT): Promise<void> {
  return commit(storage, { tenantId }, (stores) => recordAudit(stores, { ...AUDIT_EVENT, id }));
}

/** The ids that follow. */
async function auditAfter(
  storage: Storage,
  entryId: string | null,
  limit = 1_000,
): Promise<readonly string[] | null> {
  const entries = await commit(storage, { tenantId: TENANT }, ({ audit }) =>
    audit.after(entryId, limit),
  );
  return entries && entries.map(({ text }) => parseCanonicalJson(text).id);
}

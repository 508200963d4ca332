import assert from 'node:assert/strict';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditEventType,
  err,
  findChainBreak,
  type PageRequest,
  type Storage,
} from '@stepward/core';
import {
  auditHash,
  type AuditPage,
  canonicalJson,
  GENESIS_HASH,
  type AuditStore,
} from '@stepward/core/adapter';
import { addMs, hours } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  createContractHost,
  inParallel,
  recordAudit,
} from './contract-host.js';
import { AUDIT_EVENT } from './samples.js';

type AuditFilter = Parameters<AuditStore['list']>[0];

/** What holds for the audit log as a store keeps it. */
export const auditLogCases: readonly StorageContractCase[] = [
  {
    name: 'an entry comes back with its text as it was, its place, and the hash that auditHash gives',
    async run(createStorage) {
      const storage = await createStorage();
      assert.equal(await head(storage), null);
      assert.deepEqual(await chain(storage), []);

      await append(storage, AUDIT_EVENT);
      await append(storage, { ...AUDIT_EVENT, target: null, details: {} });

      const [first, second, ...others] = await chain(storage);
      assert.ok(first !== undefined && second !== undefined);
      const text = canonicalJson(AUDIT_EVENT);
      const hash = auditHash(GENESIS_HASH, 1, text);
      assert.deepEqual(first, { sequence: 1, text, previousHash: GENESIS_HASH, hash });
      assert.deepEqual([second.sequence, second.previousHash], [2, hash]);
      assert.equal(second.hash, auditHash(hash, 2, second.text));
      assert.deepEqual(others, []);
      assert.deepEqual(await head(storage), { sequence: 2, hash: second.hash });
    },
  },
  {
    name: 'every tenant has a chain of its own',
    async run(createStorage) {
      const storage = await createStorage();
      await append(storage, AUDIT_EVENT);
      await append(storage, AUDIT_EVENT, OTHER_TENANT);
      assert.deepEqual(await chain(storage), await chain(storage, OTHER_TENANT));
      assert.deepEqual(await chain(storage, 'initech'), []);
      assert.equal(await head(storage, 'initech'), null);
    },
  },
  {
    name: '200 parallel appends take the places from 1 to 200, and their chain holds',
    async run(createStorage) {
      const { storage, audit } = await createContractHost(createStorage, {});

      await inParallel(200, (index) => append(storage, eventAt(index)));

      const entries = await chain(storage);
      const places = Array.from({ length: 200 }, (_, index) => index + 1);
      assert.deepEqual(
        entries.map(({ sequence }) => sequence),
        places,
      );
      assert.equal(findChainBreak(entries, null), null);
      assert.equal(await audit.verifyChain(TENANT), null);
      assert.equal(new Set(idsOf(entries)).size, 200);
    },
  },
  {
    name: 'appends that are rolled back leave no gap',
    async run(createStorage) {
      const { storage, audit } = await createContractHost(createStorage, {});

      await inParallel(40, async (index) => {
        if (index % 2 === 0) return append(storage, eventAt(index));
        const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
          await recordAudit(stores, eventAt(index));
          return err('no');
        });
        assert.ok(refused.isErr());
      });

      const entries = await chain(storage);
      assert.deepEqual(
        entries.map(({ sequence }) => sequence),
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      assert.equal(await audit.verifyChain(TENANT), null);
    },
  },
  {
    name: 'a unit of work appends several entries in order',
    async run(createStorage) {
      const storage = await createStorage();
      await commit(storage, { tenantId: TENANT }, async (stores) => {
        await recordAudit(stores, eventAt(0), eventAt(1));
        await recordAudit(stores, eventAt(2));
      });
      const entries = await chain(storage);
      assert.deepEqual(idsOf(entries), ['e-0', 'e-1', 'e-2']);
      assert.equal(findChainBreak(entries, null), null);
    },
  },
  {
    name: 'the log is listed oldest first as well, in pages that each begin after the one before',
    async run(createStorage) {
      const storage = await createStorage();
      for (let index = 0; index < 5; index += 1) await append(storage, eventAt(index));
      const pages: (readonly string[])[] = [];
      let position: string | null = null;
      do {
        const request = { limit: 2, position };
        const page: AuditPage = await list(storage, { order: 'oldest' }, TENANT, request);
        pages.push(idsOf(page.items));
        assert.equal(page.head?.sequence, 5);
        position = page.nextPosition;
      } while (position !== null);
      assert.deepEqual(pages, [['e-0', 'e-1'], ['e-2', 'e-3'], ['e-4']]);
    },
  },
  {
    name: 'the log is listed newest first, by type and by time, the beginning of a time included and its end not',
    async run(createStorage) {
      const storage = await createStorage();
      const types = ['hipaa.enabled', 'phi.accessed', 'phi.accessed', 'hipaa.disabled'] as const;
      for (const [index, type] of types.entries()) await append(storage, eventAt(index, type));
      const ids = async (filter: Partial<AuditFilter>) =>
        idsOf((await list(storage, filter)).items);
      const at = (index: number): Date => eventAt(index).at;

      assert.deepEqual(await ids({}), ['e-3', 'e-2', 'e-1', 'e-0']);
      assert.deepEqual(await ids({ type: 'phi.accessed' }), ['e-2', 'e-1']);
      assert.deepEqual(await ids({ type: 'api_key.created' }), []);
      assert.deepEqual(await ids({ since: at(1) }), ['e-3', 'e-2', 'e-1']);
      assert.deepEqual(await ids({ since: addMs(at(1), 1) }), ['e-3', 'e-2']);
      assert.deepEqual(await ids({ until: at(1) }), ['e-0']);
      assert.deepEqual(await ids({ since: at(1), until: at(3) }), ['e-2', 'e-1']);
      assert.deepEqual(await ids({ type: 'phi.accessed', since: at(2), until: at(9) }), ['e-2']);
      const year10000 = new Date(Date.UTC(10_000, 0));
      assert.deepEqual(await ids({ since: year10000 }), []);
      assert.deepEqual(await ids({ until: year10000 }), ['e-3', 'e-2', 'e-1', 'e-0']);
      assert.deepEqual((await list(storage, {}, OTHER_TENANT)).items, []);
    },
  },
  {
    name: 'pages of the log have no gaps or repeats while entries are appended',
    async run(createStorage) {
      const storage = await createStorage();
      for (let index = 0; index < 12; index += 1) await append(storage, eventAt(index));

      const pages: (readonly string[])[] = [];
      let position: string | null = null;
      do {
        const filter = { type: 'phi.accessed', since: eventAt(1).at } as const;
        const page: AuditPage = await list(storage, filter, TENANT, { limit: 5, position });
        pages.push(idsOf(page.items));
        position = page.nextPosition;
        await append(storage, eventAt(20 + pages.length));
      } while (position !== null);

      assert.deepEqual(pages, [
        ['e-11', 'e-10', 'e-9', 'e-8', 'e-7'],
        ['e-6', 'e-5', 'e-4', 'e-3', 'e-2'],
        ['e-1'],
      ]);
    },
  },
];

/** One event an hour. */
function eventAt(index: number, type: AuditEventType = 'phi.accessed'): AuditEvent {
  return { ...AUDIT_EVENT, id: `e-${index}`, type, at: addMs(AUDIT_EVENT.at, hours(index)) };
}

function idsOf(entries: readonly AuditEntry[]): readonly string[] {
  return entries.map(({ text }) => (JSON.parse(text) as Pick<AuditEvent, 'id'>).id);
}

function append(storage: Storage, event: AuditEvent, tenantId = TENANT): Promise<void> {
  return commit(storage, { tenantId }, (stores) => recordAudit(stores, event));
}

async function chain(storage: Storage, tenantId = TENANT): Promise<readonly AuditEntry[]> {
  const page = { limit: 1_000, position: null };
  return (await list(storage, { order: 'oldest' }, tenantId, page)).items;
}

async function head(storage: Storage, tenantId = TENANT): Promise<AuditPage['head']> {
  return (await list(storage, { type: 'api_key.created' }, tenantId)).head;
}

function list(
  storage: Storage,
  filter: Partial<AuditFilter>,
  tenantId = TENANT,
  page: PageRequest = { limit: 100, position: null },
): Promise<AuditPage> {
  const whole = { order: 'newest', type: null, since: null, until: null, ...filter } as const;
  return commit(storage, { tenantId }, ({ audit }) => audit.list(whole, page));
}

import assert from 'node:assert/strict';
import {
  type AuthenticationEntry,
  type AuthenticationEntryType,
  err,
  type Page,
  type PageRequest,
  type Storage,
} from '@stepward/core';
import {
  ENTRY_RETENTION_MS,
  firstUuidAt,
  purgeStorage,
  type Trail,
  uuidv7,
  type AuthenticationLogStore,
} from '@stepward/core/adapter';
import { addMs, days, hours } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  decide,
  decideInVain,
  readFacts,
  scopeOf,
} from './contract-host.js';
import { ENTRY, FULL_RECORD, KEY } from './samples.js';
import { FIRST_PAGE, eventNo, numberOf } from './event-samples.js';

type AuthenticationFilter = Parameters<AuthenticationLogStore['list']>[0];

const NOW = new Date('2026-01-10T12:00:00.007Z');

/** What holds for the authentication log. */
export const authenticationLogCases: readonly StorageContractCase[] = [
  {
    name: 'an entry of the authentication log comes back as it was, to its own tenant alone',
    async run(createStorage) {
      const storage = await createStorage();
      const bare = entryAt(2, {
        ...{ factor: null, sessionId: null, reason: null },
        ...{ client: null, operation: null },
      });
      await append(storage, [entryAt(1), bare]);
      await append(storage, []);
      assert.deepEqual((await list(storage)).items, [bare, entryAt(1)]);
      assert.deepEqual((await list(storage, {}, OTHER_TENANT)).items, []);
      await append(storage, [entryAt(1, { identityId: 'theirs' })], OTHER_TENANT);
      assert.deepEqual((await list(storage)).items, [bare, entryAt(1)]);
    },
  },
  {
    name: 'an entry of refused requests comes back as it was, and belongs to no identity where it names none',
    async run(createStorage) {
      const storage = await createStorage();
      const route = '/v1/customer/organisations/:orgId/security-policy';
      const refused = { operation: 'listLogs', route, status: 403, count: 2 ** 31 };
      const parts = { type: 'access.refused', factor: null, sessionId: null, refused } as const;
      const entries = [
        entryAt(1, { ...parts, identityId: null, actor: { type: 'api_key', id: 'k1' } }),
        entryAt(2, { ...parts, refused: { ...refused, operation: null } }),
      ];
      await append(storage, entries);
      assert.deepEqual((await list(storage)).items, entries.toReversed());
      const { identityId } = entryAt(2);
      assert.deepEqual((await list(storage, { identityId })).items, [entries[1]]);
    },
  },
  {
    name: 'entries of the authentication log are rolled back with their unit of work, or with their decision',
    async run(createStorage) {
      const storage = await createStorage();
      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        await stores.record(trailOf(1));
        return err('no');
      });
      assert.ok(refused.isErr());
      await decideInVain(storage, scopeOf(KEY), { trail: trailOf(2) });
      assert.deepEqual((await list(storage)).items, []);
      assert.deepEqual(await eventIds(storage), []);
    },
  },
  {
    name: 'the authentication log is listed newest first, by type, identity and time, its beginning included and its end not',
    async run(createStorage) {
      const storage = await createStorage();
      const types: AuthenticationEntryType[] = ['factor.enrolled', 'factor.refused'];
      const entries = [0, 1, 2, 3].map((index) =>
        entryAt(index, {
          type: types[index % 2] ?? 'factor.locked',
          identityId: index < 2 ? 'ada' : 'grace',
        }),
      );
      for (const entry of entries) await append(storage, [entry]);
      const found = async (filter: Partial<AuthenticationFilter>) =>
        numbers((await list(storage, filter)).items);
      const at = (index: number): Date => entryAt(index).at;

      assert.deepEqual(await found({}), [3, 2, 1, 0]);
      assert.deepEqual(await found({ type: 'factor.refused' }), [3, 1]);
      assert.deepEqual(await found({ type: 'phone.removed' }), []);
      assert.deepEqual(await found({ identityId: 'ada' }), [1, 0]);
      assert.deepEqual(await found({ identityId: 'Ada\0' }), []);
      assert.deepEqual(await found({ identityId: 'grace', type: 'factor.enrolled' }), [2]);
      assert.deepEqual(await found({ since: at(1) }), [3, 2, 1]);
      assert.deepEqual(await found({ since: addMs(at(1), 1) }), [3, 2]);
      assert.deepEqual(await found({ until: at(1) }), [0]);
      assert.deepEqual(await found({ since: at(1), until: at(3), identityId: 'grace' }), [2]);
      assert.deepEqual(await found({ since: new Date(0), until: new Date(Date.UTC(9999, 0)) }), [
        ...[3, 2, 1, 0],
      ]);
      // The least id that an entry of this time may have.
      await append(storage, [entryAt(4, { id: firstUuidAt(at(4)) })]);
      assert.deepEqual(await found({ since: at(3), until: at(4) }), [3]);
      assert.equal((await found({ since: at(4) })).length, 1);
    },
  },
  {
    name: 'pages of the authentication log have no gaps or repeats while entries are appended',
    async run(createStorage) {
      const storage = await createStorage();
      await append(
        storage,
        [0, 1, 2, 3, 4].map((index) => entryAt(index)),
      );
      const pages: (readonly number[])[] = [];
      let position: string | null = null;
      do {
        const page: Page<AuthenticationEntry> = await list(storage, {}, TENANT, {
          limit: 2,
          position,
        });
        pages.push(numbers(page.items));
        position = page.nextPosition;
        await append(storage, [entryAt(10 + pages.length)]);
      } while (position !== null);
      assert.deepEqual(pages, [[4, 3], [2, 1], [0]]);
    },
  },
  {
    name: 'entries of the same time that were appended together are listed in the order of their ids',
    async run(createStorage) {
      const storage = await createStorage();
      const at = entryAt(5).at;
      const entries = [1, 2, 3].map((number) => ({
        ...entryAt(number, { at }),
        id: idOf(number, at),
      }));
      await append(storage, entries);
      assert.deepEqual(numbers((await list(storage)).items), [3, 2, 1]);
    },
  },
  {
    name: 'purge keeps every entry of the authentication log until its time, to the millisecond, and deletes it within a month',
    async run(createStorage) {
      const storage = await createStorage();
      const entries = [-1, 0, 1, days(365)].map((ms, index) =>
        entryAt(index, { retainUntil: addMs(NOW, ms) }),
      );
      for (const tenantId of [TENANT, OTHER_TENANT]) await append(storage, entries, tenantId);
      await purgeStorage(storage, addMs(NOW, -2));
      assert.deepEqual(numbers((await list(storage)).items), [3, 2, 1, 0]);
      await purgeStorage(storage, NOW);
      const kept = numbers((await list(storage)).items);
      assert.deepEqual(kept.slice(0, 2), [3, 2]);
      await purgeStorage(storage, addMs(NOW, ENTRY_RETENTION_MS + days(31)));
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(numbers((await list(storage, {}, tenantId)).items), [3]);
      }
    },
  },
  {
    name: 'a code is written with its trail: the entries and the events',
    async run(createStorage) {
      const storage = await createStorage();
      await decide(storage, scopeOf(KEY), () => ({ record: FULL_RECORD, trail: trailOf(1, 2) }));
      const { record } = await readFacts(storage, scopeOf(KEY));
      assert.deepEqual(record.state, FULL_RECORD.state);
      assert.deepEqual(numbers((await list(storage)).items), [2, 1]);
      assert.deepEqual(await eventIds(storage), [1]);
    },
  },
  {
    name: 'a trail is kept though nothing of the record differs',
    async run(createStorage) {
      const storage = await createStorage();
      const write = (trail: Omit<Trail, 'audit'>) =>
        decide(storage, scopeOf(KEY), () => ({ trail }));
      await write({ entries: [], events: [] });
      await write({ ...trailOf(1), events: [] });
      await write({ ...trailOf(2), entries: [] });
      assert.deepEqual(numbers((await list(storage)).items), [1]);
      assert.deepEqual(await eventIds(storage), [2]);
    },
  },
];

function idOf(number: number, at: Date): string {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(number, 6);
  return uuidv7(at, bytes);
}

/** An entry by number, one an hour. */
function entryAt(number: number, parts: Partial<AuthenticationEntry> = {}): AuthenticationEntry {
  const at = addMs(NOW, hours(number));
  const id = idOf(number, at);
  return { ...ENTRY, id, at, retainUntil: addMs(at, hours(1)), ...parts };
}

/** Entries by number, and an event with the number of the first. */
function trailOf(first: number, ...others: readonly number[]): Omit<Trail, 'audit'> {
  const event = { ...eventNo(first), type: 'mfa.locked' };
  const entries = [first, ...others].map((number) => entryAt(number));
  return { entries, events: [{ event, patterns: ['mfa.locked', 'mfa.*'], orderingKey: null }] };
}

function numbers(entries: readonly AuthenticationEntry[]): readonly number[] {
  return entries.map(({ id }) => parseInt(id.slice(-8), 16));
}

function append(
  storage: Storage,
  entries: readonly AuthenticationEntry[],
  tenantId = TENANT,
): Promise<void> {
  return commit(storage, { tenantId }, (stores) => stores.record({ entries, events: [] }));
}

function list(
  storage: Storage,
  filter: Partial<AuthenticationFilter> = {},
  tenantId = TENANT,
  page: PageRequest = FIRST_PAGE,
): Promise<Page<AuthenticationEntry>> {
  const whole = { type: null, identityId: null, since: null, until: null, ...filter };
  return commit(storage, { tenantId }, ({ authenticationLog }) =>
    authenticationLog.list(whole, page),
  );
}

async function eventIds(storage: Storage): Promise<readonly number[]> {
  const everything = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
    events.list(everything, FIRST_PAGE),
  );
  return items.map(({ id }) => numberOf(id));
}

import assert from 'node:assert/strict';
import { err, type Storage } from '@stepward/core';
import {
  type Decided,
  type DecisionScope,
  ENTRY_RETENTION_MS,
  type ErasedRows,
  type Erasure,
  messageKey,
  uuidv7,
} from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  decide,
  person,
  readFacts,
  readRecord,
  storeRecord,
} from './contract-host.js';
import { addMs } from './duration.js';
import { FIRST_PAGE, NOW, numberOf, uuid } from './event-samples.js';
import {
  API_KEY,
  AUDIT_EVENT,
  ENTRY,
  FULL_OVERRIDES,
  FULL_RECORD,
  FULL_TENANT,
  GRANT,
  SENT_MESSAGE,
} from './samples.js';

/** A person with a row of each kind, and the number that the ids of those rows are made of. */
interface Filled {
  readonly tenantId: string;
  readonly identityId: string;
  readonly number: number;
}

const ADA: Filled = { tenantId: TENANT, identityId: 'ada:1\'"\\', number: 1 };
const BOB: Filled = { tenantId: TENANT, identityId: 'a', number: 2 };
const OTHER_ADA: Filled = { ...ADA, tenantId: OTHER_TENANT, number: 3 };
const NOBODY: Filled = { tenantId: TENANT, identityId: 'nobody', number: 4 };
const PEOPLE = [ADA, BOB, OTHER_ADA];

/** The erasure of people and tenants. */
export const erasureCases: readonly StorageContractCase[] = [
  {
    name: 'of a person who is erased nothing is left but what is to be kept, and all others keep theirs',
    async run(createStorage) {
      const storage = await filled(createStorage);
      const [bob, other] = [await storedOf(storage, BOB), await storedOf(storage, OTHER_ADA)];
      const [ordinary, kept, own, hosts] = idsOf(ADA);

      await eraseAll(storage, ADA);

      const { entries, events, ...others } = await storedOf(storage, ADA);
      assert.deepEqual(entries, [kept], `not ${ordinary}`);
      assert.deepEqual(events, [hosts], `not ${own}`);
      const nothing = await storedOf(storage, NOBODY);
      assert.deepEqual({ entries: [], events: [], ...others }, nothing);
      assert.deepEqual(await storedOf(storage, BOB), bob);
      assert.deepEqual(await storedOf(storage, OTHER_ADA), other);
      assert.equal(await auditEntries(storage, TENANT), 2);
    },
  },
  {
    name: 'an erasure says how many rows it erased, a second one none, and one of an unknown person none',
    async run(createStorage) {
      const storage = await filled(createStorage);
      const counted = await erase(storage, ADA, { isDryRun: true });
      assert.ok(sum(counted) >= 10);
      assert.deepEqual(await erase(storage, ADA, { isDryRun: true }), counted);
      assert.deepEqual(await eraseAll(storage, ADA), counted);
      assert.deepEqual(await erase(storage, ADA), {});
      assert.deepEqual(await erase(storage, NOBODY), {});
      assert.deepEqual(await erase(storage, { ...NOBODY, identityId: 'a\0' }), {});
    },
  },
  {
    name: 'an erasure that keeps the authentication log erases all the rest',
    async run(createStorage) {
      const storage = await filled(createStorage);
      await eraseAll(storage, ADA, { keepsAuthenticationLog: true });
      const { entries, events, ...others } = await storedOf(storage, ADA);
      assert.equal(entries.length, 2);
      assert.equal(events.length, 1);
      const nothing = await storedOf(storage, NOBODY);
      assert.deepEqual({ entries: [], events: [], ...others }, nothing);
      assert.deepEqual(await erase(storage, ADA, { keepsAuthenticationLog: true }), {});
    },
  },
  {
    name: 'an erasure is rolled back with its unit of work',
    async run(createStorage) {
      const storage = await filled(createStorage);
      const before = await storedOf(storage, ADA);
      const { tenantId, identityId } = ADA;
      const refused = await storage.run({ tenantId }, async (stores) => {
        await stores.erase(erasureOf(identityId));
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.deepEqual(await storedOf(storage, ADA), before);
    },
  },
  {
    name: 'of a tenant that is erased the audit log and what is to be kept of the authentication log stay, and other tenants keep all',
    async run(createStorage) {
      const storage = await filled(createStorage);
      const other = await storedOf(storage, OTHER_ADA);
      const tenant = { tenantId: TENANT, identityId: null };
      const counted = await erase(storage, tenant, { isDryRun: true });

      assert.deepEqual(await eraseAll(storage, tenant), counted);

      for (const one of [ADA, BOB]) {
        const left = await storedOf(storage, one);
        assert.deepEqual(left, { ...(await storedOf(storage, NOBODY)), entries: [idsOf(one)[1]] });
      }
      const { apiKeys, organisations, known } = await settingsOf(storage, TENANT);
      assert.deepEqual([apiKeys, organisations, known], [0, 0, false]);
      assert.equal(await auditEntries(storage, TENANT), 2);
      assert.deepEqual(await storedOf(storage, OTHER_ADA), other);
      const { apiKeys: theirs, ...others } = await settingsOf(storage, OTHER_TENANT);
      assert.deepEqual([theirs, others], [1, { organisations: 1, known: true }]);
      assert.deepEqual(await erase(storage, tenant), {});
    },
  },
];

type Whose = Pick<Filled, 'tenantId'> & { readonly identityId: string | null };

function erasureOf(identityId: string | null, change: Partial<Erasure> = {}): Erasure {
  return { identityId, keepsAuthenticationLog: false, now: NOW, isDryRun: false, ...change };
}

function erase(
  storage: Storage,
  { tenantId, identityId }: Whose,
  change: Partial<Erasure> = {},
): Promise<ErasedRows> {
  return commit(storage, { tenantId }, (stores) => stores.erase(erasureOf(identityId, change)));
}

/** Erases until nothing is left, and adds up. */
async function eraseAll(
  storage: Storage,
  whose: Whose,
  change: Partial<Erasure> = {},
): Promise<ErasedRows> {
  const total: Record<string, number> = {};
  for (;;) {
    const rows = Object.entries(await erase(storage, whose, change));
    if (rows.length === 0) return total;
    for (const [table, count] of rows) total[table] = (total[table] ?? 0) + count;
  }
}

function sum(rows: ErasedRows): number {
  return Object.values(rows).reduce((total, count) => total + count, 0);
}

/** The ids of an entry that may be erased, of one that may not, of Stepward's own event, and of the host's. */
function idsOf({ number }: Filled): readonly [string, string, string, string] {
  const entryId = (index: number): string =>
    uuidv7(ENTRY.at, new Uint8Array(10).fill(number * 2 + index));
  return [entryId(0), entryId(1), uuid(number * 10), uuid(number * 10 + 1)];
}

async function filled(createStorage: () => Promise<Storage>): Promise<Storage> {
  const storage = await createStorage();
  for (const one of PEOPLE) await fill(storage, one);
  for (const [index, tenantId] of [TENANT, OTHER_TENANT].entries()) {
    await commit(storage, { tenantId }, async ({ apiKeys, policies }) => {
      await policies.writeTenant(FULL_TENANT);
      await policies.writeOverrides('org-1', FULL_OVERRIDES, null);
      const key = { ...API_KEY, id: `key-${String(index)}` };
      await apiKeys.put(key, String(index).repeat(64));
    });
  }
  return storage;
}

/** Stores a row of each kind about a person. */
async function fill(storage: Storage, one: Filled): Promise<void> {
  const { tenantId, identityId, number } = one;
  const [ordinary, kept, own, hosts] = idsOf(one);
  const authenticators = FULL_RECORD.authenticators.map((each) => ({
    ...each,
    id: `${each.id}-${String(number)}`,
  }));
  await storeRecord(storage, scopeFor(one), { ...FULL_RECORD, authenticators });
  const { state } = FULL_RECORD;
  await storeRecord(storage, { ...scopeFor(one), purpose: 'phone' }, { state });
  await storeRecord(storage, challengeScope(one), { state });
  const whose = { identityId, factor: 'sms', purpose: 'enrolment' } as const;
  const organisationId = number === 1 ? null : 'org-1';
  const entry = { ...ENTRY, identityId };
  const trail: NonNullable<Decided<null, never>['trail']> = {
    entries: [
      { ...entry, id: ordinary, retainUntil: addMs(ENTRY.at, ENTRY_RETENTION_MS) },
      { ...entry, id: kept, retainUntil: addMs(ENTRY.at, ENTRY_RETENTION_MS + 1) },
    ],
    events: [
      { id: own, type: 'mfa.locked', data: { identity_id: identityId, reason: '"identity_id"' } },
      { id: hosts, type: 'organisation.member_added', data: { identity_id: identityId } },
    ].map(({ data, ...event }) => ({
      event: {
        ...event,
        organisationId: null,
        data: JSON.stringify(data),
        emittedAt: NOW,
        expiresAt: null,
        version: null,
      },
      patterns: ['*'],
      orderingKey: null,
    })),
    audit: [{ ...AUDIT_EVENT, id: uuid(number), target: identityId }],
  };
  await decide(storage, scopeFor(one), () => ({
    trail,
    trustedDevices: [
      {
        ...{ id: `device-${String(number)}`, name: 'A phone', trustedAt: NOW },
        ...{ expiresAt: addMs(NOW, 1), lastUsedAt: null, digest: 'key.digest' },
      },
    ],
    enrolmentsDue: [
      { organisationId, requiredSince: NOW, foundAt: NOW, reminded: null, reviewAt: NOW },
    ],
    sentMessage: { ...SENT_MESSAGE, key: keyOf(one), whose },
    grant: { type: 'made', grant: { ...GRANT, name: `${GRANT.name}${String(number)}` } },
  }));
  await commit(storage, { tenantId }, ({ identities }) => identities.put(person(identityId), null));
}

function keyOf({ number }: Filled): string {
  return messageKey('twilio', String(number));
}

function scopeFor({ tenantId, identityId }: Filled): DecisionScope {
  const asked = { trustedDevices: true, enrolmentsDue: true } as const;
  return { tenantId, identityId, factor: 'sms', purpose: 'enrolment', ...asked };
}

function challengeScope({ tenantId, identityId, number }: Filled): DecisionScope {
  const sessionId = `session-${String(number)}`;
  return { tenantId, identityId, factor: 'totp', purpose: 'step_up', sessionId };
}

/** What is stored of a person; of a person without anything all is empty. */
async function storedOf(storage: Storage, one: Filled) {
  const { tenantId, identityId } = one;
  const { record, identity, trustedDevices, enrolmentsDue } = await readFacts(
    storage,
    scopeFor(one),
  );
  const { state: phone } = await readRecord(storage, one, 'phone');
  const { state: challenge } = (await readFacts(storage, challengeScope(one))).record;
  const logged = await commit(storage, { tenantId }, async (stores) => {
    const all = { type: null, since: null, until: null };
    const entries = await stores.authenticationLog.list({ ...all, identityId }, FIRST_PAGE);
    const filter = { ...all, eventId: null, organisationId: null };
    const events = await stores.events.list(filter, FIRST_PAGE);
    return {
      entries: entries.items.map(({ id }) => id).toSorted(),
      events: events.items
        .filter(({ id }) => Math.floor(numberOf(id) / 10) === one.number)
        .map(({ id }) => id),
    };
  });
  const codes = { phone, challenge };
  const found = await storage.lookUp('people', { tenantId, identityIds: [identityId] });
  const people = (found ?? []).map((each) => ({
    ...each,
    keptFactors: each.keptFactors.toSorted(),
  }));
  const message = await storage.lookUp('smsMessage', { messageKey: keyOf(one) });
  return {
    ...{ record, identity, trustedDevices, enrolmentsDue, codes, ...logged },
    ...{ people, isMessageKnown: message !== null },
  };
}

async function settingsOf(storage: Storage, tenantId: string) {
  return commit(storage, { tenantId }, async ({ apiKeys, policies }) => ({
    apiKeys: (await apiKeys.list({ keyId: null, liveAt: null }, FIRST_PAGE)).items.length,
    organisations: (await policies.list(FIRST_PAGE)).items.length,
    known: (await policies.read(null)).tenant !== null,
  }));
}

async function auditEntries(storage: Storage, tenantId: string): Promise<number> {
  const filter = { order: 'oldest', type: null, since: null, until: null } as const;
  const { items } = await commit(storage, { tenantId }, ({ audit }) =>
    audit.list(filter, FIRST_PAGE),
  );
  return items.length;
}

import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import { purgeStorage } from '@stepward/core/adapter';
import {
  type CodeState,
  EMPTY_FACTOR_RECORD,
  type FactorRecord,
  NO_CODE,
} from '@stepward/core/factors';
import { addMs, days, hours, minutes } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  PHONE,
  TENANT,
  accepted,
  commit,
  countSends,
  createContractHost,
  decide,
  readRecord,
  scopeOf,
  storeRecord,
} from './contract-host.js';
import { FULL_RECORD, FULL_TENANT, IDENTITIES, KEY } from './samples.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');

/** What `purge` forgets, and what it does not. */
export const purgeCases: readonly StorageContractCase[] = [
  {
    name: 'purge destroys the digests of expired codes and forgets tombstones after 24 hours, over all tenants',
    async run(createStorage) {
      const storage = await createStorage();
      const table: readonly (readonly [string, CodeState, CodeState])[] = [
        ['live', pendingUntil(minutes(1)), pendingUntil(minutes(1))],
        ['just-expired', pendingUntil(0), { status: 'expired', endedAt: NOW }],
        ['long-expired', pendingUntil(-hours(24)), NO_CODE],
        ['young', ended(-hours(24) + 1), ended(-hours(24) + 1)],
        ['old', ended(-hours(24)), NO_CODE],
      ];
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const [identityId, state] of table)
          await store(storage, tenantId, identityId, { state });
      }

      await purgeStorage(storage, NOW);

      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const [identityId, , expected] of table) {
          const { state } = await load(storage, tenantId, identityId);
          assert.deepEqual(state, expected, `${tenantId} ${identityId}`);
        }
      }
    },
  },
  {
    name: 'purge forgets ledgers that no longer count, and keeps those that do',
    async run(createStorage) {
      const storage = await createStorage();
      const used = (ago: number) => ({
        sends: { sentAt: [addMs(NOW, -ago)], cooldownStartedAt: addMs(NOW, -ago) },
        destinationSends: { sentAt: [addMs(NOW, -ago)], cooldownStartedAt: null },
        wrongGuesses: [addMs(NOW, -ago)],
        refusals: [addMs(NOW, -ago)],
        starts: [addMs(NOW, -ago)],
      });
      const young = { ...EMPTY_FACTOR_RECORD, ...used(days(1) - 1), wrongGuesses: [NOW] };
      const refused = { ...EMPTY_FACTOR_RECORD, refusals: [addMs(NOW, 1 - days(1))] };
      const started = { ...EMPTY_FACTOR_RECORD, starts: [addMs(NOW, 1 - days(1))] };
      await store(storage, TENANT, 'started', started);
      await store(storage, TENANT, 'old', used(days(1)));
      await store(storage, TENANT, 'young', young);
      await store(storage, TENANT, 'refused', refused);

      await purgeStorage(storage, NOW);

      assert.deepEqual(await load(storage, TENANT, 'old'), EMPTY_FACTOR_RECORD);
      assert.deepEqual(await load(storage, TENANT, 'young'), young);
      assert.deepEqual(await load(storage, TENANT, 'refused'), refused);
      assert.deepEqual(await load(storage, TENANT, 'started'), started);
    },
  },
  {
    name: 'purge forgets the daily counts of days gone by, and keeps those of today and yesterday',
    async run(createStorage) {
      const storage = await createStorage();
      const days = ['2026-01-07', '2026-01-09', '2026-01-10'];
      for (const day of days) {
        const dailySend = { day, share: 'others', add: 1, bound: null } as const;
        await decide(storage, scopeOf(KEY), () => ({ dailySend }));
      }

      await purgeStorage(storage, NOW);

      const counts: number[] = [];
      for (const day of days) counts.push(await countSends(storage, { day }));
      assert.deepEqual(counts, [0, 1, 1]);
    },
  },
  {
    name: 'purge leaves tenants, identities and enrolments alone',
    async run(createStorage) {
      const { storage, tenants, identities } = await createContractHost(createStorage, {});
      const [identity] = IDENTITIES;
      assert.ok(identity);
      accepted(await identities.put(TENANT, identity));
      await commit(storage, { tenantId: TENANT }, ({ policies }) =>
        policies.writeTenant(FULL_TENANT),
      );
      await store(storage, TENANT, 'ada', { authenticators: FULL_RECORD.authenticators });

      await purgeStorage(storage, addMs(NOW, days(3_650)));

      assert.deepEqual(await tenants.find(TENANT), FULL_TENANT);
      assert.deepEqual(await identities.find(TENANT, 'ada'), identity);
      const { authenticators } = await load(storage, TENANT, 'ada');
      assert.deepEqual(authenticators, FULL_RECORD.authenticators);
    },
  },
  {
    name: 'purge of an empty storage, and a second purge, do nothing',
    async run(createStorage) {
      const storage = await createStorage();
      await purgeStorage(storage, NOW);
      await store(storage, TENANT, 'ada', { state: pendingUntil(minutes(1)) });
      await purgeStorage(storage, NOW);
      await purgeStorage(storage, NOW);
      const { state } = await load(storage, TENANT, 'ada');
      assert.deepEqual(state, pendingUntil(minutes(1)));
    },
  },
];

function pendingUntil(ms: number): CodeState {
  return {
    status: 'pending',
    codeId: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
    destination: PHONE,
    verifier: `azE.${'0123456789abcdef'.repeat(4)}`,
    issuedAt: addMs(NOW, ms - minutes(15)),
    expiresAt: addMs(NOW, ms),
    attemptsSpent: 1,
    wrongGuesses: [],
    counted: [],
  };
}

function ended(ms: number): CodeState {
  return { status: 'exhausted', endedAt: addMs(NOW, ms) };
}

/** Stores parts of an identity's record, each identity with a phone number of its own. */
function store(
  storage: Storage,
  tenantId: string,
  identityId: string,
  parts: Partial<FactorRecord>,
): Promise<void> {
  const key = { ...KEY, identityId, destinationKey: phoneKeyOf(identityId) };
  return storeRecord(storage, scopeOf(key, tenantId), parts);
}

function load(storage: Storage, tenantId: string, identityId: string): Promise<FactorRecord> {
  return readRecord(storage, { tenantId, identityId }, 'enrolment', phoneKeyOf(identityId));
}

/** Shaped like a keyed hash. */
function phoneKeyOf(identityId: string): string {
  return Buffer.from(identityId).toString('hex').padEnd(64, '0');
}

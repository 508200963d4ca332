import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import type { StoredPerson } from '@stepward/core/adapter';
import type { Authenticator } from '@stepward/core/factors';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, scopeOf, storeRecord } from './contract-host.js';
import { FULL_RECORD, IDENTITIES, KEY } from './samples.js';

/** What holds for the look-up of people. */
export const peopleCases: readonly StorageContractCase[] = [
  {
    name: 'people are found with their phones and factors, and those of whom nothing is stored, or only by another tenant, are left out',
    async run(createStorage) {
      const storage = await createStorage();
      await storeRecord(storage, scopeOf({ ...KEY, identityId: 'bob' }), FULL_RECORD);
      const [ada, unverified, other] = IDENTITIES;
      assert.ok(ada && unverified && other);
      await commit(storage, { tenantId: TENANT }, async ({ identities }) => {
        await identities.put(ada, null);
        await identities.put({ ...unverified, identityId: 'cy' }, null);
        await identities.put(other, null);
      });
      await storeRecord(storage, scopeOf({ ...KEY, identityId: other.identityId }), {
        authenticators: [authenticator('webauthn')],
      });

      const nothing = {
        ...{ phoneVerified: false, otherFactors: [], keptFactors: [] },
        enrolmentsDue: [],
      };
      assert.deepEqual(
        await find(storage, ['bob', 'ada', 'Ada', 'cy', 'a\0', '', other.identityId]),
        [
          {
            ...nothing,
            identityId: 'ada',
            phoneVerified: true,
            otherFactors: ['email', 'webauthn'],
          },
          {
            ...{ ...nothing, identityId: other.identityId },
            ...{ otherFactors: ['totp'], keptFactors: ['webauthn'] },
          },
          { ...nothing, identityId: 'bob', keptFactors: ['sms', 'totp', 'totp'] },
          { ...nothing, identityId: 'cy' },
        ],
      );
      assert.deepEqual(await find(storage, []), []);
      assert.deepEqual(await find(storage, ['ada', 'bob'], OTHER_TENANT), []);
    },
  },
  {
    name: '1,000 people are found at a time',
    async run(createStorage) {
      const storage = await createStorage();
      const ids = Array.from({ length: 1_000 }, (_, index) => `person-${String(index)}`);
      for (const identityId of ids.slice(0, 10)) {
        const authenticators = [{ ...authenticator('totp'), id: identityId }];
        await storeRecord(storage, scopeOf({ ...KEY, identityId }), { authenticators });
      }
      const found = await find(storage, ids.toReversed());
      assert.deepEqual(
        found.map(({ identityId }) => identityId),
        ids.slice(0, 10),
      );
    },
  },
];

function authenticator(factor: 'totp' | 'webauthn'): Authenticator {
  const unused = { name: null, verifier: null, lastUsedAt: null, wrongInARow: 0 };
  return { ...unused, id: `one-${factor}`, factor, enrolledAt: new Date(0) };
}

/** By id, because people come in any order. */
async function find(
  storage: Storage,
  identityIds: readonly string[],
  tenantId = TENANT,
): Promise<readonly StoredPerson[]> {
  const found = (await storage.lookUp('people', { tenantId, identityIds })) ?? [];
  return found
    .map((person) => ({ ...person, keptFactors: person.keptFactors.toSorted() }))
    .toSorted((one, other) => (one.identityId < other.identityId ? -1 : 1));
}

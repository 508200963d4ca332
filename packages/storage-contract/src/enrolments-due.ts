import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import type { EnrolmentDue } from '@stepward/core/factors';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  decide,
  decideInVain,
  inParallel,
  readFacts,
} from './contract-host.js';
import { addMs } from './duration.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const OF_TENANT = due(null, 0);
const OF_ORGANISATION = due('org-1', 1);

/** What people owe to organisations. */
export const enrolmentDueCases: readonly StorageContractCase[] = [
  {
    name: 'enrolments that are due are stored in place of the earlier ones, and read where the scope asks for them',
    async run(createStorage) {
      const storage = await createStorage();
      assert.deepEqual(await duesOf(storage, 'ada'), []);

      await owe(storage, 'ada', [OF_TENANT, OF_ORGANISATION]);
      assert.deepEqual(await duesOf(storage, 'ada'), [OF_TENANT, OF_ORGANISATION]);
      const { enrolmentsDue } = await readFacts(storage, scopeFor('ada', TENANT, false));
      assert.equal(enrolmentsDue, null);

      const later = { ...OF_ORGANISATION, requiredSince: addMs(NOW, 5), foundAt: addMs(NOW, 6) };
      await owe(storage, 'ada', [later]);
      assert.deepEqual(await duesOf(storage, 'ada'), [later]);
    },
  },
  {
    name: 'enrolments of another identity or tenant that are due are neither seen nor changed',
    async run(createStorage) {
      const storage = await createStorage();
      await owe(storage, 'ada', [OF_TENANT]);
      await owe(storage, 'bob', [OF_TENANT]);
      await owe(storage, 'ada', [OF_ORGANISATION], OTHER_TENANT);

      await owe(storage, 'ada', []);

      assert.deepEqual(await duesOf(storage, 'ada'), []);
      assert.deepEqual(await duesOf(storage, 'bob'), [OF_TENANT]);
      assert.deepEqual(await duesOf(storage, 'ada', OTHER_TENANT), [OF_ORGANISATION]);
    },
  },
  {
    name: 'enrolments that are due stay as they are where a decision names none, or is refused as it is stored',
    async run(createStorage) {
      const storage = await createStorage();
      await owe(storage, 'ada', [OF_TENANT]);

      await decide(storage, scopeFor('ada'), ({ record }) => ({
        record: { ...record, wrongGuesses: [NOW] },
      }));
      await decideInVain(storage, scopeFor('ada'), { enrolmentsDue: [OF_ORGANISATION] });

      assert.deepEqual(await duesOf(storage, 'ada'), [OF_TENANT]);
    },
  },
  {
    name: 'of parallel decisions each sees the enrolments due that the one before stored',
    async run(createStorage) {
      const storage = await createStorage();

      await inParallel(20, (index) =>
        decide(storage, scopeFor('ada'), ({ enrolmentsDue }) => ({
          enrolmentsDue: [...(enrolmentsDue ?? []), due(`org-${String(index)}`, index)],
        })),
      );

      assert.equal((await duesOf(storage, 'ada')).length, 20);
    },
  },
];

function scopeFor(identityId: string, tenantId = TENANT, asksForDues = true) {
  const scope = { tenantId, identityId, factor: 'sms', purpose: 'phone' } as const;
  return asksForDues ? ({ ...scope, enrolmentsDue: true } as const) : scope;
}

function owe(
  storage: Storage,
  identityId: string,
  enrolmentsDue: readonly EnrolmentDue[],
  tenantId = TENANT,
): Promise<void> {
  return decide(storage, scopeFor(identityId, tenantId), () => ({ enrolmentsDue }));
}

/** Those of the tenant first. */
async function duesOf(
  storage: Storage,
  identityId: string,
  tenantId = TENANT,
): Promise<readonly EnrolmentDue[]> {
  const { enrolmentsDue } = await readFacts(storage, scopeFor(identityId, tenantId));
  return (enrolmentsDue ?? []).toSorted(
    (one, other) => Number(one.organisationId !== null) - Number(other.organisationId !== null),
  );
}

/** Found so many minutes after {@link NOW}. */
function due(organisationId: string | null, minutesLater: number): EnrolmentDue {
  const at = addMs(NOW, minutesLater * 60_000);
  return { organisationId, requiredSince: at, foundAt: addMs(at, 1) };
}

import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import type { EnrolmentReview, LookUpTable } from '@stepward/core/adapter';
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

      const later: EnrolmentDue = {
        ...{ ...OF_ORGANISATION, requiredSince: addMs(NOW, 5), foundAt: addMs(NOW, 6) },
        ...{ reminded: 'one_day', reviewAt: addMs(NOW, 7) },
      };
      await owe(storage, 'ada', [later]);
      assert.deepEqual(await duesOf(storage, 'ada'), [later]);
      const reviewed: EnrolmentDue = { ...later, reminded: 'due', reviewAt: addMs(NOW, 8) };
      await owe(storage, 'ada', [reviewed]);
      assert.deepEqual(await duesOf(storage, 'ada'), [reviewed]);
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
  {
    name: 'the enrolments to look at again are found over all tenants in batches, each once, and none before its time',
    async run(createStorage) {
      const storage = await createStorage();
      assert.deepEqual(await reviewsOf(storage, NOW), []);
      const reviewAt = (minutes: number) => addMs(NOW, minutes * 60_000);
      await owe(storage, 'ada', [
        { ...OF_TENANT, reviewAt: reviewAt(3) },
        { ...OF_ORGANISATION, reviewAt: reviewAt(1) },
      ]);
      await owe(storage, 'bob', [{ ...OF_TENANT, reviewAt: reviewAt(5) }], OTHER_TENANT);
      await owe(storage, 'ada', [{ ...OF_TENANT, reviewAt: reviewAt(3) }], OTHER_TENANT);
      const ada = { tenantId: TENANT, identityId: 'ada' };
      const [first, ...others] = [
        { ...ada, organisationId: 'org-1', reviewAt: reviewAt(1) },
        { ...ada, organisationId: null, reviewAt: reviewAt(3) },
        { ...ada, tenantId: OTHER_TENANT, organisationId: null, reviewAt: reviewAt(3) },
      ];

      assert.deepEqual(await reviewsOf(storage, addMs(reviewAt(1), -1)), []);
      assert.deepEqual(await reviewsOf(storage, reviewAt(1)), [first]);
      for (const limit of [1, 2, 3, 4]) {
        const found = await reviewsOf(storage, addMs(reviewAt(5), -1), limit);
        assert.deepEqual(found[0], first);
        assert.deepEqual(inAnyOrder(found.slice(1)), inAnyOrder(others));
      }
    },
  },
  {
    name: 'an enrolment that was put off meanwhile is not found by the rest of the batches, and one that fails is not found twice',
    async run(createStorage) {
      const storage = await createStorage();
      for (const id of ['ada', 'bob', 'cy']) await owe(storage, id, [OF_TENANT]);
      const by = { now: addMs(NOW, 60_000), limit: 1 };
      const [first] = await batchOf(storage, { ...by, after: null });
      assert.ok(first);
      const [second] = await batchOf(storage, { ...by, after: first });
      assert.ok(second && second.identityId !== first.identityId);

      await owe(storage, second.identityId, [{ ...OF_TENANT, reviewAt: addMs(by.now, 1) }]);

      const [third] = await batchOf(storage, { ...by, after: first });
      assert.ok(third);
      const ids = [first, second, third].map(({ identityId }) => identityId);
      assert.deepEqual(ids.toSorted(), ['ada', 'bob', 'cy']);
      assert.deepEqual(await batchOf(storage, { ...by, after: third }), []);
    },
  },
];

type ReviewsBy = Parameters<LookUpTable['enrolmentReviews']>[0];

async function batchOf(storage: Storage, by: ReviewsBy): Promise<readonly EnrolmentReview[]> {
  const found = await storage.lookUp('enrolmentReviews', by);
  assert.deepEqual(found?.now, by.now);
  assert.ok(found.reviews.length <= by.limit);
  return found.reviews;
}

/** All batches, one after the other. */
async function reviewsOf(
  storage: Storage,
  now: Date,
  limit = 10,
  after: EnrolmentReview | null = null,
): Promise<readonly EnrolmentReview[]> {
  const batch = await batchOf(storage, { now, after, limit });
  const last = batch.at(-1);
  if (last === undefined) return [];
  return [...batch, ...(await reviewsOf(storage, now, limit, last))];
}

function inAnyOrder(reviews: readonly EnrolmentReview[]): readonly string[] {
  return reviews
    .map(({ tenantId, identityId, organisationId, reviewAt }) =>
      JSON.stringify([tenantId, identityId, organisationId, reviewAt]),
    )
    .toSorted();
}

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
  const found = { requiredSince: at, foundAt: addMs(at, 1) };
  return { organisationId, ...found, reminded: null, reviewAt: addMs(at, 2) };
}

import type { EnrolmentReview } from '@stepward/core/adapter';
import type { MemoryTables } from './memory-tables.js';

/** The enrolments of one tenant that are to be looked at again. */
export function enrolmentReviews(
  { enrolmentsDue }: MemoryTables,
  tenantId: string,
  now: Date,
): readonly EnrolmentReview[] {
  return [...enrolmentsDue.entries()].flatMap(([identityId, dues]) =>
    dues
      .filter(({ reviewAt }) => reviewAt <= now)
      .map(({ organisationId, reviewAt }) => ({ tenantId, identityId, organisationId, reviewAt })),
  );
}

/** The first of them after one. */
export function pageOfReviews(
  reviews: readonly EnrolmentReview[],
  after: EnrolmentReview | null,
  limit: number,
): readonly EnrolmentReview[] {
  return reviews
    .filter((review) => after === null || inOrder(after, review) < 0)
    .toSorted(inOrder)
    .slice(0, limit);
}

function inOrder(one: EnrolmentReview, other: EnrolmentReview): number {
  const ids = [placeOf(one), placeOf(other)] as const;
  return one.reviewAt.getTime() - other.reviewAt.getTime() || (ids[0] < ids[1] ? -1 : 1);
}

function placeOf({ tenantId, identityId, organisationId }: EnrolmentReview): string {
  return JSON.stringify([tenantId, identityId, organisationId ?? '']);
}

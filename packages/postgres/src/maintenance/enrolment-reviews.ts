import type { EnrolmentReviews, LookUpTable } from '@stepward/core/adapter';
import { storedDate } from '../connection/stored-values.js';
import { inTransaction } from '../connection/transaction.js';
import { boundByDatabase, type SweepContext } from './purge-until.js';
import { BEGIN_MAINTENANCE, READ_BY_INDEX } from './sweep.js';

/** Reads enrolments that are to be looked at again, over all tenants. */
export async function readEnrolmentReviews(
  context: SweepContext,
  schema: string,
  { now, after, limit }: Parameters<LookUpTable['enrolmentReviews']>[0],
): Promise<EnrolmentReviews> {
  const until = await boundByDatabase(context, now);
  const { reviewAt, tenantId, identityId, organisationId } = after ?? BEFORE_ALL;
  const text = `select tenant_id, identity_id, organisation_id, review_at
    from ${schema}.enrolments_due
    where not exists (select from ${schema}.tenant_moves where tenant_moves.tenant_id = enrolments_due.tenant_id)
      and review_at <= $1 and (review_at, tenant_id, identity_id, organisation_id) > ($2, $3, $4, $5)
    order by review_at, tenant_id, identity_id, organisation_id limit $6`;
  const values = [until, reviewAt, tenantId, identityId, organisationId ?? '', limit];
  const rows = await inTransaction(
    context,
    `${BEGIN_MAINTENANCE}; ${READ_BY_INDEX}`,
    async (executor) => (await executor.query({ text, values })).rows,
  );
  const reviews = (rows as readonly ReviewRow[]).map((row) => ({
    tenantId: row.tenant_id,
    identityId: row.identity_id,
    organisationId: row.organisation_id === '' ? null : row.organisation_id,
    reviewAt: storedDate(row.review_at),
  }));
  return { now: until, reviews };
}

const BEFORE_ALL = { reviewAt: '-infinity', tenantId: '', identityId: '', organisationId: '' };

interface ReviewRow {
  readonly tenant_id: string;
  readonly identity_id: string;
  readonly organisation_id: string;
  readonly review_at: unknown;
}

import type { EnrolmentReview, LookUpTable } from '@stepward/core/adapter';
import type { EnrolmentDue } from '@stepward/core/factors';
import type { Sql } from '../connection/index.js';
import { fieldsOf, type Session } from '../rows/index.js';

/** An enrolment that is due, with '' for the tenant's own policy. */
type DueRow = Omit<EnrolmentDue, 'organisationId'> & { readonly organisationId: string };

const DUE = fieldsOf<DueRow>({
  ...{ organisationId: 'plain', requiredSince: 'time', foundAt: 'time' },
  ...{ reminded: 'plain', reviewAt: 'time' },
});

type ReviewRow = Omit<EnrolmentReview, 'organisationId'> & { readonly organisationId: string };

const REVIEW = fieldsOf<ReviewRow>({
  ...{ tenantId: 'plain', identityId: 'plain', organisationId: 'plain', reviewAt: 'time' },
});

const OF_IDENTITY = 'tenant_id = @tenantId and identity_id = @identityId';

/** Reads what an identity owes to organisations. */
export function readDues(
  { sql }: Pick<Session, 'sql'>,
  identityId: string,
): readonly EnrolmentDue[] {
  const rows = sql.all(`select ${DUE.selected} from stepward_enrolments_due where ${OF_IDENTITY}`, {
    identityId,
  });
  return DUE.readAll(rows).map(withOrganisation);
}

/** Stores what an identity owes, in place of what was stored. */
export function writeDues(
  { sql }: Session,
  identityId: string,
  dues: readonly EnrolmentDue[],
): void {
  sql.run(`delete from stepward_enrolments_due where ${OF_IDENTITY}`, { identityId });
  for (const due of dues) {
    const row = { ...due, organisationId: due.organisationId ?? '' };
    sql.run(
      `insert into stepward_enrolments_due (tenant_id, identity_id, ${DUE.columns})
        values (@tenantId, @identityId, ${DUE.parameters})`,
      { identityId, ...DUE.values(row) },
    );
  }
}

/** Reads enrolments that are to be looked at again, over all tenants. */
export function readReviews(
  sql: Sql,
  { now, after, limit }: Parameters<LookUpTable['enrolmentReviews']>[0],
): readonly EnrolmentReview[] {
  const place = { ...(after ?? BEFORE_ALL), organisationId: after?.organisationId ?? '' };
  const rows = sql.all(
    `select ${REVIEW.selected} from stepward_enrolments_due
      where review_at <= @now
        and (review_at, tenant_id, identity_id, organisation_id) > (@reviewAt, @tenantId, @identityId, @organisationId)
      order by review_at, tenant_id, identity_id, organisation_id limit @limit`,
    { now, limit, ...REVIEW.values(place) },
  );
  return REVIEW.readAll(rows).map(withOrganisation);
}

const BEFORE_ALL = { reviewAt: new Date(-8.64e15), tenantId: '', identityId: '' };

function withOrganisation<Row extends { readonly organisationId: string }>(row: Row) {
  return { ...row, organisationId: row.organisationId || null };
}

import type { EnrolmentDue } from '@stepward/core/factors';
import { fieldsOf, type Session } from '../rows/index.js';

/** An enrolment that is due, with '' for the tenant's own policy. */
type DueRow = Omit<EnrolmentDue, 'organisationId'> & { readonly organisationId: string };

const DUE = fieldsOf<DueRow>({ organisationId: 'plain', requiredSince: 'time', foundAt: 'time' });

const OF_IDENTITY = 'tenant_id = @tenantId and identity_id = @identityId';

/** Reads what an identity owes to organisations. */
export function readDues(
  { sql }: Pick<Session, 'sql'>,
  identityId: string,
): readonly EnrolmentDue[] {
  const rows = sql.all(`select ${DUE.selected} from stepward_enrolments_due where ${OF_IDENTITY}`, {
    identityId,
  });
  return DUE.readAll(rows).map((row) => ({ ...row, organisationId: row.organisationId || null }));
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

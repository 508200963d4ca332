import type { EnrolmentDue } from '@stepward/core/factors';
import { storedDate, storedJson } from '../connection/stored-values.js';

/** The columns of an enrolment that is due. */
export const DUE_COLUMNS =
  'tenant_id, identity_id, organisation_id, required_since, found_at, reminded, review_at';

interface DueRow {
  readonly organisation_id: string;
  readonly required_since: unknown;
  readonly found_at: unknown;
  /** The table takes no other stage. */
  readonly reminded: EnrolmentDue['reminded'];
  readonly review_at: unknown;
}

/** A row with its identity. */
export interface IdentityDueRow extends DueRow {
  readonly identity_id: string;
}

export function dueRow(
  { tenantId, identityId }: { readonly tenantId: string; readonly identityId: string },
  { organisationId, requiredSince, foundAt, reminded, reviewAt }: EnrolmentDue,
): IdentityDueRow & { readonly tenant_id: string } {
  return {
    ...{ tenant_id: tenantId, identity_id: identityId, organisation_id: organisationId ?? '' },
    ...{ required_since: requiredSince, found_at: foundAt, reminded, review_at: reviewAt },
  };
}

/** What an identity owes to organisations, as one value of JSON. Tenant and identity are expressions. */
export function duesOf(schema: string, tenantId: string, identityId: string): string {
  return `(select json_agg(row_to_json(one)) from ${schema}.enrolments_due as one
    where one.tenant_id = ${tenantId} and one.identity_id = ${identityId})`;
}

export function storedDues(stored: unknown): readonly EnrolmentDue[] {
  const rows = (storedJson(stored) ?? []) as readonly DueRow[];
  return rows.map((row) => ({
    organisationId: row.organisation_id === '' ? null : row.organisation_id,
    requiredSince: storedDate(row.required_since),
    foundAt: storedDate(row.found_at),
    reminded: row.reminded,
    reviewAt: storedDate(row.review_at),
  }));
}

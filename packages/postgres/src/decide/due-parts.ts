import { DUE_COLUMNS, dueRow } from '../stores/enrolments-due.js';
import { ran, writePart } from './write-part.js';

/** What an identity owes to organisations, and without what it does not owe any more. */
export const enrolmentsDue = writePart({
  isIn: ({ also }) => also.enrolmentsDue !== undefined,
  parameters: {
    rows: [
      'json',
      ({ owner, also }) =>
        also.enrolmentsDue && JSON.stringify(also.enrolmentsDue.map((one) => dueRow(owner, one))),
    ],
  },
  sql: (schema, { rows }, $) => ({
    tables: `settled_dues as (
      delete from ${schema}.enrolments_due as one
      where exists (select from guard) and ${rows} is not null
        and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId}
        and one.organisation_id <> all(array(select given.organisation_id from ${duesIn(schema, rows)} as given))
      returning 1
    ),
    stored_dues as (
      insert into ${schema}.enrolments_due as stored (${DUE_COLUMNS})
      select ${DUE_COLUMNS} from ${duesIn(schema, rows)}
      where exists (select from guard)
      on conflict (tenant_id, identity_id, organisation_id) do update
      set required_since = excluded.required_since, found_at = excluded.found_at, reminded = excluded.reminded,
        review_at = excluded.review_at
      where (stored.found_at, stored.review_at) is distinct from (excluded.found_at, excluded.review_at)
      returning 1
    )`,
    check: {
      ...ran('stored_dues'),
      holds: `${ran('settled_dues').holds} and ${ran('stored_dues').holds}`,
    },
  }),
});

function duesIn(schema: string, rows: string): string {
  return `json_populate_recordset(null::${schema}.enrolments_due, coalesce(${rows}, '[]'::json))`;
}

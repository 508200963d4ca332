import { grantRow } from '../stores/grant-row.js';
import { DECISION_LOST, ran, writePart } from './write-part.js';

/** A grant that is given. */
export const madeGrant = writePart({
  isIn: ({ also }) => also.grant?.type === 'made',
  parameters: {
    row: [
      'json',
      ({ also }) =>
        also.grant?.type === 'made' ? JSON.stringify(grantRow(also.grant.grant)) : null,
    ],
  },
  sql: (schema, { row }, $) => ({
    tables: `made_grant as (
      insert into ${schema}.grants (tenant_id, name, verifier, factor, expires_at)
      select ${$.tenantId}, name, verifier, factor, expires_at
      from json_populate_record(null::${schema}.grants, ${row})
      where ${row} is not null and exists (select from guard)
      returning 1
    )`,
    check: ran('made_grant'),
  }),
});

/** A grant that is spent. The version of its person's ledger guards it: of two decisions that spend it one is stored. */
export const spentGrant = writePart({
  isIn: ({ also }) => also.grant?.type === 'spent',
  parameters: {
    name: ['text', ({ also }) => (also.grant?.type === 'spent' ? also.grant.name : null)],
  },
  sql: (schema, { name }, $) => ({
    tables: `spent_grant as (
      delete from ${schema}.grants as one
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.name = ${name}
      returning 1
    )`,
    // The ledger may have been purged since the grant was read, and then guards nothing.
    check: {
      holds: `${name} is null or exists (select from spent_grant)`,
      otherwise: DECISION_LOST,
    },
  }),
});

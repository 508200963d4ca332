import type { FactorChange } from './change.js';
import { DECISION_LOST, ran, writePart, type SharedSql } from './write-part.js';

/** Factors that are enrolled or used. */
export const enrolledFactors = writePart({
  isIn: ({ factors }) => factors.some(({ after }) => after !== undefined),
  parameters: {
    rows: [
      'json',
      ({ factors }) =>
        JSON.stringify(factors.filter(({ after }) => after !== undefined).map(factorRow)),
    ],
  },
  sql: (schema, { rows }, $) => ({
    condition: asRead(schema, rows, $),
    tables: `enrolled_factors as (
      insert into ${schema}.factors (tenant_id, identity_id, factor, enrolled_at, verifier, wrong_in_a_row)
      select ${$.tenantId}, ${$.identityId}, factor, enrolled_at, verifier, wrong_in_a_row
      from ${factorRecords(rows)} where exists (select from guard)
      on conflict (tenant_id, identity_id, factor) do update
      set enrolled_at = excluded.enrolled_at, verifier = excluded.verifier,
        wrong_in_a_row = excluded.wrong_in_a_row
      returning 1
    )`,
    check: ran('enrolled_factors'),
  }),
});

export const removedFactors = writePart({
  isIn: ({ factors }) => factors.some(({ after }) => after === undefined),
  parameters: {
    rows: [
      'json',
      ({ factors }) =>
        JSON.stringify(factors.filter(({ after }) => after === undefined).map(factorRow)),
    ],
  },
  sql: (schema, { rows }, $) => ({
    condition: asRead(schema, rows, $),
    tables: `removed_factors as (
      delete from ${schema}.factors as one
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId}
        and one.factor = any(array(select factor from ${factorRecords(rows)}))
      returning 1
    )`,
    check: {
      holds: `${$.version} is null or (select count(*) from removed_factors) = json_array_length(${rows})`,
      otherwise: DECISION_LOST,
    },
  }),
});

/**
 * Factors must be as they were read: a purge may have deleted the version of the identity's ledger, and a code of an app or
 * from a set is valid only once.
 */
function asRead(schema: string, rows: string, $: SharedSql): string {
  return `(${$.version} is null or not exists (
      select from ${factorRecords(rows)} left join lateral (
        select true as is_enrolled, one.verifier, one.wrong_in_a_row from ${schema}.factors as one
        where one.tenant_id = decision.tenant_id and one.identity_id = ${$.identityId}
          and one.factor = given.factor offset 0
      ) as stored on true
      where given.was_enrolled is distinct from coalesce(stored.is_enrolled, false)
        or given.read_verifier is distinct from stored.verifier
        or given.read_wrong_in_a_row is distinct from stored.wrong_in_a_row
      offset 0))`;
}

/** The number that the identity has verified, in the directory. */
export const verifiedPhone = writePart({
  isIn: ({ also }) => also.verifiedPhone !== undefined,
  parameters: {
    isVerified: ['boolean', ({ also }) => also.verifiedPhone !== undefined],
    number: ['text', ({ also }) => also.verifiedPhone],
  },
  sql: (schema, { isVerified, number }, $) => ({
    tables: `verified_phone as (
      update ${schema}.identities as one
      set phone = ${number}, phone_verified = case when ${number} is not null then true end
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId} and ${isVerified}
      returning 1
    )`,
    check: ran('verified_phone'),
  }),
});

function factorRow({ factor, before, after }: FactorChange): object {
  return {
    factor,
    enrolled_at: after?.enrolledAt,
    verifier: after?.verifier,
    wrong_in_a_row: after?.wrongInARow,
    was_enrolled: before !== undefined,
    read_verifier: before?.verifier,
    read_wrong_in_a_row: before?.wrongInARow,
  };
}

function factorRecords(rows: string): string {
  return `json_to_recordset(${rows}) as given(
    factor text, enrolled_at timestamptz, verifier text, wrong_in_a_row integer,
    was_enrolled boolean, read_verifier text, read_wrong_in_a_row integer)`;
}

import type { AuthenticatorChange } from './change.js';
import { DECISION_LOST, ran, writePart, type SharedSql } from './write-part.js';

/** Authenticators that are bound, used or renamed. */
export const storedAuthenticators = writePart({
  isIn: ({ authenticators }) => authenticators.some(({ after }) => after !== undefined),
  parameters: {
    rows: [
      'json',
      ({ authenticators }) =>
        JSON.stringify(authenticators.filter(({ after }) => after !== undefined).map(rowOf)),
    ],
  },
  sql: (schema, { rows }, $) => ({
    condition: asRead(schema, rows, $),
    tables: `stored_authenticators as (
      insert into ${schema}.authenticators (tenant_id, identity_id, authenticator_id, factor, name, enrolled_at,
        last_used_at, verifier, wrong_in_a_row)
      select ${$.tenantId}, ${$.identityId}, authenticator_id, factor, name, enrolled_at, last_used_at, verifier,
        wrong_in_a_row
      from ${records(rows)} where exists (select from guard)
      on conflict (tenant_id, identity_id, authenticator_id) do update
      set name = excluded.name, last_used_at = excluded.last_used_at, verifier = excluded.verifier,
        wrong_in_a_row = excluded.wrong_in_a_row
      returning 1
    )`,
    check: ran('stored_authenticators'),
  }),
});

export const removedAuthenticators = writePart({
  isIn: ({ authenticators }) => authenticators.some(({ after }) => after === undefined),
  parameters: {
    rows: [
      'json',
      ({ authenticators }) =>
        JSON.stringify(authenticators.filter(({ after }) => after === undefined).map(rowOf)),
    ],
  },
  sql: (schema, { rows }, $) => ({
    condition: asRead(schema, rows, $),
    tables: `removed_authenticators as (
      delete from ${schema}.authenticators as one
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId}
        and one.authenticator_id = any(array(select authenticator_id from ${records(rows)}))
      returning 1
    )`,
    check: {
      holds: `${$.version} is null or (select count(*) from removed_authenticators) = json_array_length(${rows})`,
      otherwise: DECISION_LOST,
    },
  }),
});

/**
 * Authenticators must be as they were read: a purge may have deleted the version of the identity's ledger, and a code of an app or
 * from a set is valid only once.
 */
function asRead(schema: string, rows: string, $: SharedSql): string {
  return `(${$.version} is null or not exists (
      select from ${records(rows)} left join lateral (
        select true as is_bound, one.verifier, one.wrong_in_a_row from ${schema}.authenticators as one
        where one.tenant_id = decision.tenant_id and one.identity_id = ${$.identityId}
          and one.authenticator_id = given.authenticator_id offset 0
      ) as stored on true
      where given.was_bound is distinct from coalesce(stored.is_bound, false)
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

function rowOf({ id, before, after }: AuthenticatorChange): object {
  return {
    authenticator_id: id,
    factor: after?.factor,
    name: after?.name,
    enrolled_at: after?.enrolledAt,
    last_used_at: after?.lastUsedAt,
    verifier: after?.verifier,
    wrong_in_a_row: after?.wrongInARow,
    was_bound: before !== undefined,
    read_verifier: before?.verifier,
    read_wrong_in_a_row: before?.wrongInARow,
  };
}

function records(rows: string): string {
  return `json_to_recordset(${rows}) as given(
    authenticator_id text, factor text, name text, enrolled_at timestamptz, last_used_at timestamptz,
    verifier text, wrong_in_a_row integer,
    was_bound boolean, read_verifier text, read_wrong_in_a_row integer)`;
}

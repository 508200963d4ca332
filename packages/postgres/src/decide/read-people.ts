import type { StoredPerson } from '@stepward/core/adapter';
import type { KeptFactor } from '@stepward/core/factors';
import { statement, type BoundStatement } from '../connection/statement.js';
import { findable } from '../connection/stored-values.js';
import { storedFactorName } from '../stores/code-row.js';
import { type IdentityDueRow, storedDues } from '../stores/enrolments-due.js';
import { type IdentityRow, storedOtherFactors } from '../stores/identity-store.js';
import { tenantSet } from './read-facts.js';

/** Reads what is stored of people, in lists of JSON: their rows of the directory, their authenticators, and the factors that are due. */
export function readPeopleStatement(
  schema: string,
): (tenantId: string, identityIds: readonly string[]) => BoundStatement {
  const isOne = 'one.tenant_id = tenant.id and one.identity_id = any($2::text[])';
  const read = statement(
    'people_read',
    `${tenantSet(schema)} select
      (select json_agg(json_build_object('identity_id', identity_id, 'phone_verified', phone_verified,
          'other_factors', other_factors))
        from ${schema}.identities as one where ${isOne}) as identities,
      (select json_agg(json_build_array(identity_id, factor))
        from ${schema}.authenticators as one where ${isOne}) as authenticators,
      (select json_agg(row_to_json(one)) from ${schema}.enrolments_due as one where ${isOne}) as dues
    from tenant`,
  );
  return (tenantId, identityIds) => ({
    statement: read,
    values: [tenantId, identityIds.map(findable)],
  });
}

/** The result, parsed; null for an empty list. */
export interface PeopleRow {
  readonly identities:
    | readonly Pick<IdentityRow, 'identity_id' | 'phone_verified' | 'other_factors'>[]
    | null;
  readonly authenticators: readonly (readonly [identityId: string, factor: string])[] | null;
  readonly dues: readonly IdentityDueRow[] | null;
}

/** @throws TypeError where a factor is one that this version does not know: its owner would count as having fewer. */
export function storedPeople({
  identities,
  authenticators,
  dues,
}: PeopleRow): readonly StoredPerson[] {
  const known = new Map((identities ?? []).map((row) => [row.identity_id, row]));
  const kept = new Map<string, KeptFactor[]>();
  for (const [identityId, factor] of authenticators ?? []) {
    kept.set(identityId, [...(kept.get(identityId) ?? []), storedFactorName(factor)]);
  }
  const due = new Map<string, IdentityDueRow[]>();
  for (const row of dues ?? []) {
    due.set(row.identity_id, [...(due.get(row.identity_id) ?? []), row]);
  }
  return [...new Set([...known.keys(), ...kept.keys(), ...due.keys()])].map((identityId) => {
    const row = known.get(identityId);
    return {
      identityId,
      phoneVerified: row?.phone_verified === true,
      otherFactors: storedOtherFactors(row?.other_factors ?? []),
      keptFactors: kept.get(identityId) ?? [],
      enrolmentsDue: storedDues(due.get(identityId) ?? []),
    };
  });
}

import type { Identity } from '@stepward/core';
import type { StoredPerson } from '@stepward/core/adapter';
import type { Authenticators } from '@stepward/core/factors';
import { fromJson, type Session, toJson } from '../rows/index.js';
import { readDues } from './enrolments-due.js';
import { factorName } from './factor-name.js';

const READ = `select value as identityId,
    (select record from stepward_identities
      where tenant_id = @tenantId and identity_id = value) as identity,
    (select parts.value from stepward_record_parts as parts
      where tenant_id = @tenantId and subject = 'identity:' || ids.value
        and part = 'authenticators') as authenticators
  from json_each(@ids) as ids`;

/** Reads what is stored of people: see `LookUps` of the storage port. */
export function readPeople(
  session: Pick<Session, 'sql'>,
  identityIds: readonly string[],
): readonly StoredPerson[] {
  const rows = session.sql.all(READ, { ids: toJson(identityIds) }) as readonly PersonRow[];
  return rows.flatMap(({ identityId, identity, authenticators }) => {
    const enrolmentsDue = readDues(session, identityId);
    const isUnknown = identity === null && authenticators === null;
    if (isUnknown && enrolmentsDue.length === 0) return [];
    const person = identity === null ? null : (fromJson(identity) as Identity);
    const kept = authenticators === null ? [] : (fromJson(authenticators) as Authenticators);
    return {
      identityId,
      phoneVerified: person?.phone?.verified ?? false,
      otherFactors: person?.otherFactors ?? [],
      keptFactors: kept.map(({ factor }) => factorName(factor)),
      enrolmentsDue,
    };
  });
}

interface PersonRow {
  readonly identityId: string;
  readonly identity: string | null;
  readonly authenticators: string | null;
}

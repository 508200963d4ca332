/** The owner of a row of `ledgers`. Identities and destinations share the table, but never a name. */

export const identitySubject = (identityId: string): string => `identity:${identityId}`;

/** @param destinationKey the keyed hash of the destination: the table contains no addresses */
export const destinationSubject = (destinationKey: string): string =>
  `destination:${destinationKey}`;

/**
 * The version that a new ledger begins with, as an expression. A purge may have deleted one of the same subject, and no decision
 * that was based on that one may be stored.
 */
export const FIRST_VERSION = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/**
 * Raises the version of a ledger, so that no decision based on the previous state is stored. The arguments are
 * expressions.
 */
export function raiseVersion(schema: string, tenantId: string, subject: string): string {
  return `insert into ${schema}.ledgers as stored (tenant_id, subject, last_used_at, version)
    values (${tenantId}, ${subject}, '-infinity', ${FIRST_VERSION})
    on conflict (tenant_id, subject) do update set version = stored.version + 1`;
}

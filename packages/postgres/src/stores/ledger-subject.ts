/** The owner of a row of `ledgers`. Identities and destinations share the table, but never a name. */

export const identitySubject = (identityId: string): string => `identity:${identityId}`;

/** @param destinationKey the keyed hash of the destination: the table contains no addresses */
export const destinationSubject = (destinationKey: string): string =>
  `destination:${destinationKey}`;

/**
 * Raises the version of a ledger, so that no decision based on the previous state is stored. The arguments are
 * expressions.
 */
export function raiseVersion(schema: string, tenantId: string, subject: string): string {
  return `insert into ${schema}.ledgers as stored (tenant_id, subject, last_used_at, version)
    values (${tenantId}, ${subject}, '-infinity', 1)
    on conflict (tenant_id, subject) do update set version = stored.version + 1`;
}

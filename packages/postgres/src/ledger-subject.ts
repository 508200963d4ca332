/** Whose ledger a row of `ledgers` is. Identities and destinations share the table, never a name. */

export const identitySubject = (identityId: string): string => `identity:${identityId}`;

/** @param destinationKey the keyed hash of the destination: the table contains no addresses */
export const destinationSubject = (destinationKey: string): string =>
  `destination:${destinationKey}`;

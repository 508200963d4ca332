/** Whose ledger a row of `sms_ledgers` is. Identities and phone numbers share the table, never a name. */

export const identitySubject = (identityId: string): string => `identity:${identityId}`;

/** @param phoneKey the keyed hash of the number: the table contains no numbers */
export const phoneSubject = (phoneKey: string): string => `phone:${phoneKey}`;

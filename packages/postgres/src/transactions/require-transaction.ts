/**
 * Throws where a handle is not the one that its library gives for a transaction.
 *
 * @param expected what to pass, for example "the `trx` of `db.transaction().execute(…)`"
 * @throws TypeError where `isTransaction` is false.
 */
export function requireTransaction(isTransaction: boolean, adapter: string, expected: string) {
  if (!isTransaction) {
    throw new TypeError(`${adapter} needs an open transaction: pass ${expected}`);
  }
}

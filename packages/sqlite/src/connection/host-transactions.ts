import type { HostTransaction } from '@stepward/core';
import type { Sql } from './sql.js';

/** The transactions of all connections of this process, by the handles that hosts have. */
const transactions = new WeakMap<HostTransaction, Sql>();

/** Returns what a host has of a transaction. */
export function handleOf(sql: Sql): HostTransaction {
  const handle: HostTransaction = {
    query: async (text, values = []) => sql.query(text, values),
  };
  transactions.set(handle, sql);
  return handle;
}

/** @throws TypeError where the handle is not one of {@link handleOf}. */
export function transactionOf(handle: HostTransaction): Sql {
  const sql = transactions.get(handle);
  if (sql === undefined) {
    throw new TypeError(
      'tx is not a transaction of SQLite storage: pass the one that `storage.transaction(…)` gives',
    );
  }
  return sql;
}

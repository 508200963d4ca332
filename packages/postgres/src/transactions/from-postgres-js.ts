import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of the `TransactionSql` of postgres.js (3.x) that {@link fromPostgresJs} uses. */
export interface PostgresJsTransaction {
  unsafe(text: string, values?: unknown[]): PromiseLike<readonly unknown[]>;
  /** Present on a transaction only, not on the `sql` of the whole pool. */
  readonly savepoint: unknown;
}

/**
 * Lets an event join a transaction of postgres.js.
 *
 * @example
 * await sql.begin(async (tx) => {
 *   await tx`delete from users where id = ${userId}`;
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromPostgresJs(tx) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param tx what `sql.begin(…)` passes to its callback
 * @throws TypeError for the `sql` outside it.
 */
export function fromPostgresJs(tx: PostgresJsTransaction): HostTransaction {
  requireTransaction(
    typeof tx.savepoint === 'function',
    'fromPostgresJs',
    'what `sql.begin(…)` passes to its callback',
  );
  return {
    query: async (text, values) => ({ rows: [...(await tx.unsafe(text, values))] }),
  };
}

import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of a `PgTransaction` of Drizzle (0.30 or later) that {@link fromDrizzle} uses. */
export interface DrizzleTransaction {
  execute(query: DrizzleQuery | string): PromiseLike<DrizzleResult>;
  /** Present on a transaction only, not on the `db` of the whole pool. */
  readonly rollback: () => never;
}

/** What Drizzle calls an `SQLWrapper`: something with a statement and its parameters. */
interface DrizzleQuery {
  getSQL(): { toQuery(config: never): { readonly sql: string; readonly params: unknown[] } };
}

/** The rows themselves over postgres.js, and an object with them over node-postgres. */
type DrizzleResult = readonly unknown[] | { readonly rows: readonly unknown[] };

/**
 * Lets an event join a transaction of Drizzle, over node-postgres or postgres.js.
 *
 * @example
 * await db.transaction(async (tx) => {
 *   await tx.delete(users).where(eq(users.id, userId));
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromDrizzle(tx) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param tx what `db.transaction(…)` passes to its callback
 * @throws TypeError for the `db` outside it.
 */
export function fromDrizzle(tx: DrizzleTransaction): HostTransaction {
  requireTransaction(
    typeof tx.rollback === 'function',
    'fromDrizzle',
    'what `db.transaction(…)` passes to its callback',
  );
  return {
    async query(text, values = []) {
      const toQuery = () => ({ sql: text, params: values });
      const result = await tx.execute({ getSQL: () => ({ toQuery }) });
      return { rows: 'rows' in result ? result.rows : [...result] };
    },
  };
}

import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of an `EntityManager` of TypeORM (0.3 or later) that {@link fromTypeorm} uses. */
export interface TypeormTransaction {
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Present if the manager is bound to one connection, as it is in a transaction. */
  readonly queryRunner?: { readonly isTransactionActive: boolean } | undefined;
}

/**
 * Lets an event join a transaction of TypeORM, over its `postgres` driver.
 *
 * @example
 * await dataSource.transaction(async (manager) => {
 *   await manager.delete(User, { id: userId });
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromTypeorm(manager) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param manager what `dataSource.transaction(…)` passes to its callback, or `queryRunner.manager`
 *   after `startTransaction()`
 * @throws TypeError for `dataSource.manager`, and where no transaction is under way.
 */
export function fromTypeorm(manager: TypeormTransaction): HostTransaction {
  requireTransaction(
    manager.queryRunner?.isTransactionActive === true,
    'fromTypeorm',
    'what `dataSource.transaction(…)` passes to its callback',
  );
  return {
    query: async (text, values) => ({ rows: rowsOf(await manager.query(text, values)) }),
  };
}

/** TypeORM returns the rows; for an update or delete it returns the rows and their count. */
function rowsOf(result: unknown): readonly unknown[] {
  const [first] = result as readonly unknown[];
  return Array.isArray(first) ? first : (result as readonly unknown[]);
}

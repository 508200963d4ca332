import type { PostgresQuery } from './postgres-pool.js';
import { inTransaction, type TransactionContext } from './transaction.js';
import { BEGIN } from './unit-of-work.js';

/** Rows that one transaction touches at most, so that none of them takes long. */
export const BATCH = 1_000;

/** Shows one transaction the rows of all tenants, in the tables that are swept and no others. */
export const BEGIN_MAINTENANCE = `${BEGIN}; set local stepward.maintenance = 'on'`;

/** Repeats a statement, each time in a transaction of its own, until a batch is not full. */
export async function sweepAll(
  context: TransactionContext,
  query: PostgresQuery,
  begin = BEGIN_MAINTENANCE,
): Promise<void> {
  let swept: number | null;
  do {
    swept = await inTransaction(context, begin, async (executor) => {
      const { rowCount } = await executor.query(query);
      return rowCount;
    });
  } while (swept === BATCH);
}

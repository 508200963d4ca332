import type { PostgresQuery } from '../connection/postgres-pool.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';

/** The maximum number of rows in one transaction, so each is short. */
export const BATCH = 1_000;

/** Makes the rows of all tenants visible to one transaction, only in the tables that are swept. */
export const BEGIN_MAINTENANCE = `${BEGIN}; set local stepward.maintenance = 'on'`;

/** Restricts a transaction to plans that read rows by an index, in its order: statistics may be stale, and tables long. */
export const READ_BY_INDEX = 'set local enable_seqscan = off; set local enable_bitmapscan = off';

/** Repeats a statement, each time in a separate transaction, until a batch is not full. */
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

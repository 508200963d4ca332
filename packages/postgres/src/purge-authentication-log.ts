import { BATCH, BEGIN_MAINTENANCE, sweepAll } from './sweep.js';
import type { TransactionContext } from './transaction.js';
import { takeLock } from './unit-of-work.js';

/**
 * Deletes entries of the authentication log that need not be kept any more. The row-level security of the
 * table asks what time it is, and shows no other to a delete. The service's role may not update the table,
 * and so cannot lock its rows: one sweep at a time.
 */
export async function purgeAuthenticationLog(
  context: TransactionContext,
  schema: string,
  now: Date,
): Promise<void> {
  const purgeNow = `set local stepward.purge_now = '${now.toISOString()}'`;
  const lock = takeLock(['purge authentication log', schema]);
  const table = `${schema}.authentication_entries`;
  const text = `delete from ${table} where (tenant_id, entry_id) in (
    select tenant_id, entry_id from ${table} where retain_until <= $1 limit ${String(BATCH)}
  )`;
  await sweepAll(context, { text, values: [now] }, `${BEGIN_MAINTENANCE}; ${purgeNow}; ${lock}`);
}

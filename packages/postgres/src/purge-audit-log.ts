import { BATCH, BEGIN_MAINTENANCE, sweepAll } from './sweep.js';
import type { TransactionContext } from './transaction.js';
import { takeLock } from './unit-of-work.js';

/**
 * Deletes audit entries that need not be retained any more. Of each tenant's log only a beginning
 * goes: up to the first entry that is still to be kept, and never the newest, so that what is left is
 * one chain. Hence one sweep at a time: two that shared the work could leave a gap between them.
 */
export async function purgeAuditLog(
  context: TransactionContext,
  schema: string,
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  const purgeNow = `set local stepward.purge_now = '${moment}'`;
  const begin = `${BEGIN_MAINTENANCE}; ${purgeNow}; ${takeLock(['purge audit log', schema])}`;
  await sweepAll(context, { text: deleteBeginnings(schema), values: [moment] }, begin);
}

/** The first entry to keep is found along the primary key, and for most tenants is the very first. */
function deleteBeginnings(schema: string): string {
  return `delete from ${schema}.audit_entries where (tenant_id, sequence) in (
    select due.tenant_id, due.sequence
    from ${schema}.audit_heads as head
    cross join lateral (
      select kept.sequence from ${schema}.audit_entries as kept
      where kept.tenant_id = head.tenant_id
        and (kept.retain_until > $1 or kept.sequence = head.sequence)
      order by kept.sequence limit 1
    ) as first_kept
    join ${schema}.audit_entries as due
      on due.tenant_id = head.tenant_id and due.sequence < first_kept.sequence
    order by due.tenant_id, due.sequence limit ${String(BATCH)}
  )`;
}

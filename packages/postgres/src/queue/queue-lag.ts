import type { DeliveryQueue } from '@stepward/core/adapter';
import type { ClockCheck } from '../connection/clock-check.js';
import { statement } from '../connection/statement.js';
import { storedDateOrNull } from '../connection/stored-values.js';
import type { QueueTransaction } from './queue-transaction.js';

/** Rows of the outbox, and of the pending deliveries, that are looked at: those that arrived first. */
const SAMPLE = 1_000;

/**
 * How long the longest waiting event or delivery has waited. Living workers tell what is due in their own shards; it looks at rows
 * only of the outbox, and of shards without an owner.
 */
export function queueLag(
  schema: string,
  transact: QueueTransaction,
  clockCheck: ClockCheck,
): DeliveryQueue['queueLag'] {
  const select = statement(
    'queue_lag',
    `select clock_timestamp() as now, least(
       (select min(emitted_at) from (
         select emitted_at from ${schema}.outbox order by queued_by, event_id limit $1
       ) as emitted),
       (select min(oldest_due_at) from ${schema}.workers where lease_until > clock_timestamp()),
       (select min(due_at) from (
         select shard, due_at from ${schema}.pending_deliveries order by queued_by limit $1
       ) as pending
       where shard <> all(array(
         select shard from ${schema}.shards join ${schema}.workers on worker = owner
         where lease_until > clock_timestamp()
       )))
     ) as since`,
  );
  return async (now) => {
    const measured = await clockCheck.compare(
      () => transact(async (query) => (await query(select, [SAMPLE]))[0] as LagRow),
      (row) => row.now,
    );
    const since = storedDateOrNull(measured.since);
    return since === null ? 0 : Math.max(0, now.getTime() - since.getTime());
  };
}

interface LagRow {
  readonly now: Date;
  readonly since: unknown;
}

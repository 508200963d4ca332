import { SHARD_COUNT, type DeliveryQueue } from '@stepward/core/adapter';
import type { ClockCheck } from '../connection/clock-check.js';
import { statement } from '../connection/statement.js';
import { storedDateOrNull } from '../connection/stored-values.js';
import type { QueueTransaction } from './queue-transaction.js';

/** Rows of the outbox, and of the pending deliveries, that are looked at: those that arrived first. */
const SAMPLE = 1_000;

/**
 * How long the longest waiting event or delivery has waited. Living workers tell what waits in their own shards. Rows are read only
 * while a shard has no owner, because such a read also steps over rows that were deleted and are not vacuumed yet: after a
 * backlog, or under a held snapshot, those are many. What a worker tells may be as old as its last renewal.
 */
export function queueLag(
  schema: string,
  transact: QueueTransaction,
  clockCheck: ClockCheck,
): DeliveryQueue['queueLag'] {
  const select = statement(
    'queue_lag',
    `with living as materialized (
       select worker, oldest_due_at from ${schema}.workers where lease_until > clock_timestamp()
     ), owned as materialized (
       select shard from ${schema}.shards join living on worker = owner
     )
     select clock_timestamp() as now, least(
       (select min(oldest_due_at) from living),
       ${oldestUnowned(`${schema}.outbox`, 'emitted_at')},
       ${oldestUnowned(`${schema}.pending_deliveries`, 'due_at')}
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

function oldestUnowned(table: string, time: string): string {
  return `(select min(${time}) from (
         select shard, ${time} from ${table} where (select count(*) from owned) < ${String(SHARD_COUNT)}
         order by queued_by limit $1
       ) as waiting where shard not in (select shard from owned))`;
}

interface LagRow {
  readonly now: Date;
  readonly since: unknown;
}

import { SHARD_COUNT, type DeliveryQueue, type QueueState } from '@stepward/core/adapter';
import type { ClockCheck } from '../connection/clock-check.js';
import { statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import { countQueue } from './queue-counts.js';
import type { QueueTransaction } from './queue-transaction.js';

/** Rows of the outbox, and of the pending deliveries, that are looked at: those that arrived first. */
const SAMPLE = 1_000;

/**
 * Reads how long the longest waiting event or delivery has waited, the handlers, and on demand what waits.
 *
 * Living workers tell what waits in their own shards. Rows are read only while a shard has no owner, because such a read also steps
 * over rows that were deleted and are not vacuumed yet: after a backlog, or under a held snapshot, those are many. What a worker
 * tells may be as old as its last renewal.
 */
export function queueState(
  schema: string,
  transact: QueueTransaction,
  clockCheck: ClockCheck,
): DeliveryQueue['queueState'] {
  const select = statement(
    'queue_lag',
    `with living as materialized (
       select worker, oldest_due_at from ${schema}.workers where lease_until > clock_timestamp()
     ), owned as materialized (
       select shard from ${schema}.shards join living on worker = owner
     ), unowned as materialized (
       select shard from (
         select generate_series(0, ${String(SHARD_COUNT - 1)}) union all select shard from ${schema}.handlers
       ) as used (shard)
       where shard not in (select shard from owned)
     )
     select clock_timestamp() as now, least(
       (select min(oldest_due_at) from living),
       ${oldestUnowned(`${schema}.outbox`, 'emitted_at')},
       ${oldestUnowned(`${schema}.pending_deliveries`, 'due_at')}
     ) as since`,
  );
  const list = statement(
    'queue_handlers',
    `select name, events, last_seen_at, exists (
       select from ${schema}.shards join ${schema}.workers on worker = owner
       where shard = handler.shard and lease_until > clock_timestamp()
     ) as is_running
     from ${schema}.handlers as handler order by name collate "C"`,
  );
  const count = countQueue(schema);
  return async (now, counting) => {
    const { lag, handlers, counts } = await clockCheck.compare(
      () =>
        transact(async (query) => ({
          lag: (await query(select, [SAMPLE]))[0] as LagRow,
          handlers: (await query(list, [])) as readonly HandlerRow[],
          counts: counting && (await count(query, now, counting)),
        })),
      ({ lag }) => lag.now,
    );
    const since = storedDateOrNull(lag.since);
    const lagMs = since === null ? 0 : Math.max(0, now.getTime() - since.getTime());
    return { lagMs, handlers: handlers.map(storedHandler), counts };
  };
}

function oldestUnowned(table: string, time: string): string {
  return `(select min(${time}) from (
         select shard, ${time} from ${table} where exists (select from unowned)
         order by queued_by limit $1
       ) as waiting where shard in (select shard from unowned))`;
}

interface HandlerRow {
  readonly name: string;
  readonly events: readonly string[];
  readonly last_seen_at: unknown;
  readonly is_running: boolean;
}

function storedHandler(row: HandlerRow): QueueState['handlers'][number] {
  const { name, events, is_running: isRunning } = row;
  return { name, events, lastSeenAt: storedDate(row.last_seen_at), isRunning };
}

interface LagRow {
  readonly now: Date;
  readonly since: unknown;
}

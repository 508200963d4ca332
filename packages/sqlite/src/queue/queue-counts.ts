import type { QueueCounting, QueueCounts } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';

const DUE = `select tenant_id, due_at as since from stepward_deliveries where status = 'pending' and due_at <= @now`;

const counted = (rows: string): string => `(select count(*) from (${rows} limit @limit))`;

const COUNTS = `select
  ${counted('select 1 from stepward_outbox')} as events,
  ${counted(DUE)} as deliveries,
  ${counted(`select tenant_id from (${DUE} union all select tenant_id, emitted_at from stepward_outbox)
    where since < @lateBefore group by tenant_id`)} as lateTenants,
  ${counted(`select 1 from stepward_subscribers where disabled_reason in ('gone', 'failing')`)} as disabledSubscribers,
  ${counted('select 1 from stepward_subscribers where enabled and paused_until > @now')} as pausedSubscribers`;

/** See `QueueCounts`. */
export function countQueue(sql: Sql, now: Date, { lateBefore, limit }: QueueCounting): QueueCounts {
  return sql.first(COUNTS, { now, lateBefore, limit }) as QueueCounts;
}

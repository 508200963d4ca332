import type { QueueCounting, QueueCounts } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import type { QueueQuery } from './queue-transaction.js';

/**
 * Counts what waits, each up to the limit. Keys with rows are found one by one in the index, and of each only the rows that are due
 * are read, so neither what is due later nor the length of a backlog costs anything.
 */
export function countQueue(
  schema: string,
): (query: QueueQuery, now: Date, counting: QueueCounting) => Promise<QueueCounts> {
  const nextKey = (table: string, key: string, known?: string): string =>
    `select ${key} from ${schema}.${table}
         ${known === undefined ? '' : `where (${key}) > (${inTable(known, key)})`} order by ${key} limit 1`;
  const keysOf = (table: string, key: string, name: string): string =>
    `${name} as (
       (${nextKey(table, key)})
       union all
       select next.* from ${name} cross join lateral (${nextKey(table, key, name)}) as next
     )`;
  const dueOf = (known: string): string =>
    `select due_at from ${schema}.pending_deliveries
         where shard = ${known}.shard and tenant_id = ${known}.tenant_id and subscriber_id = ${known}.subscriber_id
           and is_late = ${known}.is_late and due_at <= $1`;
  const waiting = statement(
    'queue_count_waiting',
    `with recursive
     ${keysOf('outbox', 'shard, tenant_id', 'tenant')},
     ${keysOf('pending_deliveries', 'shard, tenant_id, subscriber_id', 'subscriber')},
     emitting as materialized (
       select tenant_id, first.emitted_at as since from (select * from tenant limit $3) as tenant cross join lateral (
         select emitted_at from ${schema}.outbox where shard = tenant.shard and tenant_id = tenant.tenant_id
         order by emitted_at, arrival limit 1
       ) as first
     ),
     due as materialized (
       select part.*, first.due_at as since
       from (select * from subscriber, (values (false), (true)) as each (is_late) limit 2 * $3) as part
       cross join lateral (${dueOf('part')} order by due_at, delivery_id limit 1) as first
     )
     select
       (select count(*) from (select from ${schema}.outbox order by queued_by limit $3) as event) as events,
       (select count(*) from (
         select from due cross join lateral (${dueOf('due')} limit $3) as delivery limit $3
       ) as delivery) as deliveries,
       (select count(*) from (
         select tenant_id from emitting where since < $2 union select tenant_id from due where since < $2
       ) as late) as late_tenants`,
  );
  const counted = (condition: string): string =>
    `(select count(*) from (select from ${schema}.subscribers where ${condition} limit $2) as subscriber)`;
  const subscribers = statement(
    'queue_count_subscribers',
    `select ${counted(`disabled_reason in ('gone', 'failing')`)} as disabled,
       ${counted('enabled and paused_until > $1')} as paused`,
  );
  return async (query, now, { lateBefore, limit }) => {
    const [due, standing] = [
      (await query(waiting, [now.toISOString(), lateBefore.toISOString(), limit]))[0] as WaitingRow,
      (await query(subscribers, [now.toISOString(), limit]))[0] as SubscribersRow,
    ];
    return {
      events: Number(due.events),
      deliveries: Number(due.deliveries),
      lateTenants: Math.min(Number(due.late_tenants), limit),
      disabledSubscribers: Number(standing.disabled),
      pausedSubscribers: Number(standing.paused),
    };
  };
}

function inTable(table: string, key: string): string {
  return key
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');
}

interface WaitingRow {
  readonly events: unknown;
  readonly deliveries: unknown;
  readonly late_tenants: unknown;
}

interface SubscribersRow {
  readonly disabled: unknown;
  readonly paused: unknown;
}

import { firstUuidAt } from '@stepward/core/adapter';
import { boundDeliveries, type SweepContext } from './purge-until.js';
import { BEGIN_QUEUE } from '../queue/queue-transaction.js';
import { BATCH, sweepAll } from './sweep.js';
import type { TransactionContext } from '../connection/transaction.js';

/**
 * Deletes events emitted at or before that time, the oldest of each tenant first, and keeps those with a pending
 * delivery. Rows that others hold are left for the next purge.
 */
export function purgeEvents(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  return sweepAll(context, { text: deleteEvents(schema), values: [emittedUntil] }, BEGIN_QUEUE);
}

/**
 * Deletes deliveries that had ended at that time, with their attempts. Rows that others hold are left for the next
 * purge.
 */
export async function purgeDeliveries(
  context: SweepContext,
  schema: string,
  endedUntil: Date,
): Promise<void> {
  const until = await boundDeliveries(context, endedUntil);
  const firstKept = firstUuidAt(new Date(until.getTime() + 1));
  const values = [until, firstKept];
  return sweepAll(context, { text: deleteDeliveries(schema), values }, BEGIN_QUEUE);
}

/**
 * Goes from tenant to tenant along the index of their lists. An event with a pending replay is kept, and so is every
 * event that is not older than the tenant's oldest pending delivery of another kind: those are created at the time of
 * their event.
 */
function deleteEvents(schema: string): string {
  const next = (condition: string): string =>
    `select tenant_id from ${schema}.events ${condition} order by tenant_id limit 1`;
  const awaiting = (condition: string): string =>
    `select tenant_id, subscriber_id from ${schema}.pending_deliveries ${condition}
     order by tenant_id, subscriber_id limit 1`;
  const following =
    'where (tenant_id, subscriber_id) > (awaiting.tenant_id, awaiting.subscriber_id)';
  return `with recursive awaiting as (
      (${awaiting('')})
      union all
      select next.* from awaiting cross join lateral (${awaiting(following)}) as next
    ), needed as materialized (
      select awaiting.tenant_id, min(first.created_at) as since
      from awaiting cross join lateral (
        select created_at from ${schema}.pending_deliveries
        where tenant_id = awaiting.tenant_id and subscriber_id = awaiting.subscriber_id and is_first
        order by delivery_id limit 1
      ) as first
      group by awaiting.tenant_id
    ), tenants as (
      (${next('')})
      union all
      select next.tenant_id from tenants
      cross join lateral (${next('where tenant_id > tenants.tenant_id')}) as next
    ), old as materialized (
      select event.* from tenants cross join lateral (
        select tenant_id, event_id from ${schema}.events as kept
        where tenant_id = tenants.tenant_id and emitted_at <= $1
          and emitted_at < coalesce(
            (select since from needed where needed.tenant_id = tenants.tenant_id), 'infinity')
          and (select delivery_id from ${schema}.pending_deliveries as awaited
            where awaited.tenant_id = kept.tenant_id and awaited.event_id = kept.event_id
              and not awaited.is_first
            limit 1) is null
        order by emitted_at limit ${String(BATCH)} for update of kept skip locked
      ) as event
      limit ${String(BATCH)}
    )
    delete from ${schema}.events as event using old
    where event.tenant_id = old.tenant_id and event.event_id = old.event_id`;
}

/** Goes from subscriber to subscriber, those that were deleted among them. */
function deleteDeliveries(schema: string): string {
  const key = 'tenant_id, subscriber_id';
  const next = (condition: string): string =>
    `select ${key} from ${schema}.deliveries ${condition} order by ${key} limit 1`;
  const following = `where (${key}) > (logs.tenant_id, logs.subscriber_id)`;
  return `with recursive logs as (
      (${next('')})
      union all
      select next.* from logs cross join lateral (${next(following)}) as next
    ), old as materialized (
      select delivery.* from logs cross join lateral (
        select tenant_id, subscriber_id, delivery_id from ${schema}.deliveries
        where tenant_id = logs.tenant_id and subscriber_id = logs.subscriber_id
          and delivery_id < $2 and finished_at <= $1
        order by delivery_id limit ${String(BATCH)} for update skip locked
      ) as delivery
      limit ${String(BATCH)}
    ), tried as (
      delete from ${schema}.attempts as attempt using old
      where attempt.tenant_id = old.tenant_id and attempt.delivery_id = old.delivery_id
    )
    delete from ${schema}.deliveries as delivery using old
    where delivery.tenant_id = old.tenant_id and delivery.subscriber_id = old.subscriber_id
      and delivery.delivery_id = old.delivery_id`;
}

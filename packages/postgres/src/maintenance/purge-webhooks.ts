import { firstUuidAt } from '@stepward/core/adapter';
import { boundDeliveries, type SweepContext } from './purge-until.js';
import { BATCH, BEGIN_MAINTENANCE, READ_BY_INDEX, sweepAll } from './sweep.js';
import type { TransactionContext } from '../connection/transaction.js';

const BEGIN_SWEEP = `${BEGIN_MAINTENANCE}; ${READ_BY_INDEX}`;

/**
 * Deletes events emitted at or before that time, the oldest of each tenant first, and keeps those with a pending
 * delivery. Rows that others hold are left for the next purge.
 */
export function purgeEvents(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  return sweepAll(context, { text: deleteEvents(schema), values: [emittedUntil] }, BEGIN_SWEEP);
}

/**
 * Deletes events that wait in the outbox, emitted at or before that time, of tenants without subscribers: such a host may have no
 * worker that dispatches them.
 */
export function purgeOutbox(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  const old = `select ctid from ${schema}.outbox as event
    where emitted_at <= $1
      and not exists (select from ${schema}.subscribers where tenant_id = event.tenant_id)
    limit ${String(BATCH)} for update of event skip locked`;
  const text = `delete from ${schema}.outbox where ctid = any(array(${old}))`;
  return sweepAll(context, { text, values: [emittedUntil] });
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
  return sweepAll(context, { text: deleteDeliveries(schema), values }, BEGIN_SWEEP);
}

/**
 * The common table expression `needed`: when the oldest pending delivery of each tenant was created, of those that were made with
 * their event, at the time of it. Goes from subscriber to subscriber along the key.
 */
function oldestPending(schema: string): string {
  const key = 'tenant_id, subscriber_id';
  const next = (condition: string): string =>
    `select ${key} from ${schema}.pending_deliveries ${condition} order by ${key} limit 1`;
  const following = `where (${key}) > (waiting.tenant_id, waiting.subscriber_id)`;
  return `waiting as (
      (${next('')})
      union all
      select next.* from waiting cross join lateral (${next(following)}) as next
    ), needed as (
      select tenant_id, min(created_at) as since from waiting cross join lateral (
        select created_at from ${schema}.pending_deliveries
        where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id and is_first
        order by delivery_id limit 1
      ) as first
      group by tenant_id
    )`;
}

/**
 * Goes from tenant to tenant along the index of their lists. Keeps every event that is not older than the tenant's oldest pending
 * delivery, and those with a pending replay or test. An event never changes, so it is found again by its place.
 */
function deleteEvents(schema: string): string {
  const next = (condition: string): string =>
    `select tenant_id from ${schema}.events ${condition} order by tenant_id limit 1`;
  return `with recursive ${oldestPending(schema)}, tenants as (
      (${next('')})
      union all
      select next.* from tenants cross join lateral (${next('where tenant_id > tenants.tenant_id')}) as next
    ), bounded as materialized (
      select tenant_id, coalesce(since, 'infinity') as since from tenants left join needed using (tenant_id)
    ), old as materialized (
      select event.* from bounded cross join lateral (
        select ctid as row_id from ${schema}.events as event
        where tenant_id = bounded.tenant_id and emitted_at <= $1 and emitted_at < bounded.since
          and (select event_id from ${schema}.pending_deliveries
            where tenant_id = event.tenant_id and event_id = event.event_id and not is_first limit 1) is null
        order by emitted_at limit ${String(BATCH)} for update of event skip locked
      ) as event
      limit ${String(BATCH)}
    )
    delete from ${schema}.events where ctid = any(array(select row_id from old))`;
}

/** Goes from subscriber to subscriber, those that were deleted among them. An ended delivery never changes either. */
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
        select ctid as row_id, tenant_id, delivery_id from ${schema}.deliveries
        where tenant_id = logs.tenant_id and subscriber_id = logs.subscriber_id
          and delivery_id < $2 and finished_at <= $1
        order by delivery_id limit ${String(BATCH)} for update skip locked
      ) as delivery
      limit ${String(BATCH)}
    ), tried as (
      delete from ${schema}.attempts as attempt using old
      where attempt.tenant_id = old.tenant_id and attempt.delivery_id = old.delivery_id
    )
    delete from ${schema}.deliveries where ctid = any(array(select row_id from old))`;
}

import { firstUuidAt } from '@stepward/core/adapter';
import { BATCH, BEGIN_MAINTENANCE, READ_BY_INDEX, sweepAll } from './sweep.js';
import type { TransactionContext } from '../connection/transaction.js';

const BEGIN_SWEEP = `${BEGIN_MAINTENANCE}; ${READ_BY_INDEX}`;

/**
 * Deletes events emitted at or before that time, the oldest of each tenant first, and keeps those with a pending
 * delivery, and those that are dispatched only in part. Rows that others hold are left for the next purge.
 */
export function purgeEvents(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  return sweepAll(context, { text: deleteEvents(schema), values: [emittedUntil] }, BEGIN_SWEEP);
}

/**
 * Deletes events that wait in the outbox, emitted at or before that time, of tenants without subscribers, unless a handler is known: such
 * a host may have no worker that dispatches them.
 */
export function purgeOutbox(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  return sweepAll(context, { text: deleteWaiting(schema), values: [emittedUntil] }, BEGIN_SWEEP);
}

/**
 * Deletes deliveries that had ended at that time, with their attempts. Rows that others hold are left for the next
 * purge.
 */
export function purgeDeliveries(
  context: TransactionContext,
  schema: string,
  endedUntil: Date,
): Promise<void> {
  const values = [endedUntil, firstUuidAt(new Date(endedUntil.getTime() + 1))];
  return sweepAll(context, { text: deleteDeliveries(schema), values }, BEGIN_SWEEP);
}

/**
 * Deletes handlers that no worker has had since that time, with what waits for them and their attempts. Two names may have one shard:
 * while a worker has either handler, both keep what waits.
 */
export async function purgeHandlers(
  context: TransactionContext,
  schema: string,
  seenUntil: Date,
): Promise<void> {
  const values = [seenUntil];
  await sweepAll(context, { text: deleteUnhandled(schema), values }, BEGIN_SWEEP);
  const text = `delete from ${schema}.handlers as handler where last_seen_at <= $1
    and not exists (select from ${schema}.pending_deliveries where shard = handler.shard)`;
  await sweepAll(context, { text, values }, BEGIN_SWEEP);
}

/** The common table expression of the keys of a table, each once. Goes from one to the next along their index. */
function keysIn(table: string, name: string, columns: readonly string[]): string {
  const key = columns.join(', ');
  const next = (condition: string): string =>
    `select ${key} from ${table} ${condition} order by ${key} limit 1`;
  const before = columns.map((column) => `${name}.${column}`).join(', ');
  return `${name} as (
      (${next('')})
      union all
      select next.* from ${name} cross join lateral (${next(`where (${key}) > (${before})`)}) as next
    )`;
}

/**
 * The common table expression `needed`: when the oldest pending delivery of each tenant was created, of those that were made with
 * their event, at the time of it.
 */
function oldestPending(schema: string): string {
  const table = `${schema}.pending_deliveries`;
  return `${keysIn(table, 'waiting', ['tenant_id', 'subscriber_id'])}, needed as (
      select tenant_id, min(created_at) as since from waiting cross join lateral (
        select created_at from ${table}
        where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id and is_first
        order by delivery_id limit 1
      ) as first
      group by tenant_id
    )`;
}

/**
 * Keeps every event that is not older than the tenant's oldest pending delivery, those with a pending replay or test, and those that
 * are still in the outbox: some of their subscribers may have no delivery yet. An event never changes, so it is found again by its place.
 */
function deleteEvents(schema: string): string {
  const isNone = (table: string, condition = ''): string =>
    `(select event_id from ${schema}.${table}
            where tenant_id = event.tenant_id and event_id = event.event_id ${condition} limit 1) is null`;
  return `with recursive ${oldestPending(schema)}, ${keysIn(`${schema}.events`, 'tenants', ['tenant_id'])},
    bounded as materialized (
      select tenant_id, coalesce(since, 'infinity') as since from tenants left join needed using (tenant_id)
    ), old as materialized (
      select event.* from bounded cross join lateral (
        select ctid as row_id from ${schema}.events as event
        where tenant_id = bounded.tenant_id and emitted_at <= $1 and emitted_at < bounded.since
          and ${isNone('pending_deliveries', 'and not is_first')} and ${isNone('outbox')}
        order by emitted_at limit ${String(BATCH)} for update of event skip locked
      ) as event
      limit ${String(BATCH)}
    )
    delete from ${schema}.events where ctid = any(array(select row_id from old))`;
}

function deleteWaiting(schema: string): string {
  return `with recursive ${keysIn(`${schema}.outbox`, 'tenants', ['shard', 'tenant_id'])}, old as materialized (
      select event.* from tenants cross join lateral (
        select ctid as row_id from ${schema}.outbox
        where shard = tenants.shard and tenant_id = tenants.tenant_id and emitted_at <= $1
          and (select subscriber_id from ${schema}.subscribers where tenant_id = tenants.tenant_id limit 1) is null
          and not exists (select from ${schema}.handlers)
        order by emitted_at limit ${String(BATCH)} for update skip locked
      ) as event
      limit ${String(BATCH)}
    )
    delete from ${schema}.outbox where ctid = any(array(select row_id from old))`;
}

/** The deliveries of subscribers that were deleted are among them. An ended delivery never changes either. */
function deleteDeliveries(schema: string): string {
  const table = `${schema}.deliveries`;
  return `with recursive ${keysIn(table, 'logs', ['tenant_id', 'subscriber_id'])}, old as materialized (
      select delivery.* from logs cross join lateral (
        select ctid as row_id, tenant_id, subscriber_id, delivery_id from ${table}
        where tenant_id = logs.tenant_id and subscriber_id = logs.subscriber_id
          and delivery_id < $2 and finished_at <= $1
        order by delivery_id limit ${String(BATCH)} for update skip locked
      ) as delivery
      limit ${String(BATCH)}
    ), tried as (
      delete from ${schema}.attempts as attempt using old
      where attempt.tenant_id = old.tenant_id and attempt.subscriber_id = old.subscriber_id
        and attempt.delivery_id = old.delivery_id
    )
    delete from ${table} where ctid = any(array(select row_id from old))`;
}

function deleteUnhandled(schema: string): string {
  return `with old as materialized (
      select delivery.* from ${schema}.handlers as handler cross join lateral (
        select ctid as row_id, tenant_id, subscriber_id, delivery_id from ${schema}.pending_deliveries
        where shard = handler.shard order by tenant_id, subscriber_id limit ${String(BATCH)} for update skip locked
      ) as delivery
      where handler.last_seen_at <= $1
        and not exists (select from ${schema}.handlers where shard = handler.shard and last_seen_at > $1)
      limit ${String(BATCH)}
    ), tried as (
      delete from ${schema}.attempts as attempt using old
      where attempt.tenant_id = old.tenant_id and attempt.subscriber_id = old.subscriber_id
        and attempt.delivery_id = old.delivery_id
    )
    delete from ${schema}.pending_deliveries where ctid = any(array(select row_id from old))`;
}

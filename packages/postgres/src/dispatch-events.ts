import { uuidv7 } from './migrations/uuidv7-function.js';
import { PRIORITIES } from './priorities.js';
import { quoteLiteral } from './quote-literal.js';
import { BEGIN_QUEUE } from './queue-transaction.js';
import { statement, type Statement } from './statement.js';
import { BATCH, sweepAll } from './sweep.js';
import type { TenantSession } from './tenant-session.js';
import type { TransactionContext } from './transaction.js';

/** The columns of the outbox that a dispatch reads; `row_id` is where the row is, for deleting it. */
export const OUTBOX_COLUMNS = `ctid as row_id, tenant_id, event_id, type, organisation_id, data, emitted_at,
  patterns`;

/**
 * The common table expressions of every dispatch, over `taken`: locked rows of the outbox. They move the rows to the
 * log of events (`stored`, `moved`), where the first of several events with one id remains, and find the subscribers
 * of each (`matched`): those whose filter holds one of its patterns, and which were there when it was emitted. A
 * disabled one gets a delivery that is skipped (`missed`). The caller queues the others.
 */
export function dispatchParts(schema: string): string {
  return `fresh as materialized (
      select distinct on (tenant_id, event_id) * from taken order by tenant_id, event_id, emitted_at
    ),
    stored as (
      insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at)
      select tenant_id, event_id, type, organisation_id, data, emitted_at from fresh
      on conflict (tenant_id, event_id) do nothing
      returning tenant_id, event_id
    ),
    moved as (
      delete from ${schema}.outbox where ctid = any(array(select row_id from taken))
    ),
    matched as materialized (
      select fresh.tenant_id, fresh.event_id, fresh.type, fresh.emitted_at, subscriber.subscriber_id,
        subscriber.enabled, ${uuidv7('fresh.emitted_at')} as delivery_id
      from stored join fresh using (tenant_id, event_id)
      cross join lateral (
        select subscriber_id, enabled from ${schema}.subscribers
        where tenant_id = fresh.tenant_id and created_at <= fresh.emitted_at
          and event_types && string_to_array(fresh.patterns, ',')
        offset 0
      ) as subscriber
    ),
    missed as (
      insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status,
        attempts, created_at, finished_at)
      select tenant_id, subscriber_id, delivery_id, event_id, type, 'skipped', 0, emitted_at, emitted_at
      from matched where not enabled
    )`;
}

/** Dispatches rows of the outbox without leasing anything; affects as many rows as it took. */
function dispatch(schema: string, taken: string): string {
  return `with taken as materialized (${taken}),
    ${dispatchParts(schema)},
    queued as (
      insert into ${schema}.pending_deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type,
        is_first, priority, attempts, due_at, created_at)
      select tenant_id, subscriber_id, delivery_id, event_id, type, true, ${String(PRIORITIES.first)}, 0,
        emitted_at, emitted_at
      from matched where enabled
    )
    select from taken`;
}

/**
 * Dispatches events of one tenant, in its unit of work, so that what is read next includes all that was emitted
 * before. It waits for a worker that is dispatching the same ones. Those that wait take turns by tenant, because two that
 * waited for each other's rows would be a deadlock; a worker passes over rows that are locked.
 */
export function dispatchTenantStatement(schema: string): Statement {
  const taken = `select row.* from (
      select pg_advisory_xact_lock(hashtext(${quoteLiteral(`stepward dispatch ${schema}`)}), hashtext($1))
    ) as turn cross join lateral (
      select ${OUTBOX_COLUMNS} from ${schema}.outbox
      where tenant_id = $1 order by emitted_at limit ${String(BATCH)} for update
    ) as row`;
  return statement('event_dispatch', dispatch(schema, taken));
}

/** Dispatches all events of the session's tenant. */
export async function dispatchTenant(
  { tenantId, query }: TenantSession,
  dispatchBatch: Statement,
): Promise<void> {
  let taken: number;
  do {
    taken = (await query(dispatchBatch, [tenantId])).length;
  } while (taken === BATCH);
}

/** Dispatches the events of all tenants, for a host without a worker. */
export function dispatchAll(context: TransactionContext, schema: string): Promise<void> {
  const text = dispatch(
    schema,
    `select ${OUTBOX_COLUMNS} from ${schema}.outbox
     order by tenant_id, emitted_at limit ${String(BATCH)} for update skip locked`,
  );
  return sweepAll(context, { text, values: [] }, BEGIN_QUEUE);
}

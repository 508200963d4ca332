import { addressedSubscribers, eventsWithin } from './addressed-subscribers.js';
import { uuidv7 } from '../migrations/uuidv7-function.js';
import { PRIORITIES } from '../queue/priorities.js';
import { BEGIN_QUEUE } from '../queue/queue-transaction.js';
import { statement, type Statement } from '../connection/statement.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { lockKey } from '../connection/unit-of-work.js';

/** The columns of the outbox that a dispatch reads; `row_id` is where the row is, for deleting it. */
export const OUTBOX_COLUMNS = `ctid as row_id, tenant_id, event_id, type, organisation_id, data, emitted_at,
  patterns`;

/**
 * The common table expressions of every dispatch, over `taken`: locked rows of the outbox. They move the rows to the
 * log of events (`stored`, `moved`), where the first of several events with one id remains, and find the subscribers
 * of each (`matched`), once for all events of a type (`alike`): those whose filter holds one of its patterns, and which were
 * there when it was emitted. A disabled one gets a delivery that is skipped (`missed`). The caller queues the others.
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
    alike as materialized (
      select tenant_id, type, patterns, array_agg(event_id) as ids, array_agg(emitted_at) as times
      from stored join fresh using (tenant_id, event_id) group by tenant_id, type, patterns
    ),
    matched as materialized (
      select tenant_id, event.event_id, type, event.emitted_at, subscriber_id, enabled,
        ${uuidv7('event.emitted_at')} as delivery_id
      from alike cross join lateral ${addressedSubscribers(schema, 'alike')} as subscriber
      cross join lateral unnest(ids, times) as event (event_id, emitted_at)
      where created_at <= event.emitted_at
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
 * Events and deliveries that one statement makes at most, of one event at least: about half a second's work. A tenant may
 * have 10,000 subscribers, and its requests must not wait for more.
 */
const ROWS_PER_DISPATCH = 20_000;

/** Selects and locks the next events of the outbox, oldest first. */
function nextEvents(schema: string, condition: string): string {
  const inTurn = `from ${schema}.outbox ${condition} order by tenant_id, emitted_at`;
  const next = `select tenant_id, emitted_at, patterns ${inTurn} limit ${String(ROWS_PER_DISPATCH)}`;
  return `select ${OUTBOX_COLUMNS} ${inTurn} limit ${eventsWithin(schema, next, ROWS_PER_DISPATCH)} for update`;
}

/**
 * The statements that dispatch events of one tenant, oldest first. Units of work of one tenant take turns, because two that
 * waited for each other's rows would be a deadlock.
 */
export interface TenantDispatch {
  /** Waits for its turn, and for a worker that is dispatching the same events. */
  readonly waiting: Statement;
  /** Does nothing if it is another's turn; else it waits for a worker. */
  readonly trying: Statement;
  /** Does nothing if it is another's turn, and passes over what a worker is dispatching. */
  readonly passing: Statement;
  /** The key of a tenant's advisory lock, which its units of work hold while they dispatch, and until they end. */
  readonly lockOf: (tenantId: string) => string;
}

export function tenantDispatch(schema: string): TenantDispatch {
  const rows = nextEvents(schema, 'where tenant_id = $1 and turn.is_ours');
  const inTurn = (isOurs: string, wanted: string): string =>
    dispatch(
      schema,
      `select row.* from (select ${isOurs} as is_ours offset 0) as turn cross join lateral (${wanted}) as row`,
    );
  const taken = 'pg_advisory_xact_lock($2::bigint) is not null';
  const tried = 'pg_try_advisory_xact_lock($2::bigint)';
  return {
    waiting: statement('event_dispatch', inTurn(taken, rows)),
    trying: statement('event_dispatch_trying', inTurn(tried, rows)),
    passing: statement('event_dispatch_passing', inTurn(tried, `${rows} skip locked`)),
    lockOf: (tenantId) => lockKey(['dispatch', schema, tenantId]),
  };
}

/** The units of work that have dispatched events, and hold their ids until they end. */
const dispatched = new WeakSet<TenantSession>();

/**
 * Dispatches events of the session's tenant before its unit of work reads them: all of them, unless that is too many. It does not
 * wait for another unit of work that dispatches, so that many reads of one tenant do not take the connections of the pool.
 */
export function dispatchForReading(
  session: TenantSession,
  dispatch: TenantDispatch,
): Promise<void> {
  return run(session, dispatch, dispatch.trying);
}

/**
 * Dispatches events of the session's tenant before its unit of work changes a subscriber. It waits for all that are dispatching the
 * same events, so that the change counts for none of them.
 */
export function dispatchForChange(session: TenantSession, dispatch: TenantDispatch): Promise<void> {
  return run(session, dispatch, dispatch.waiting);
}

/** A unit of work that has dispatched events does not wait any more: a worker may wait for their ids. */
async function run(
  session: TenantSession,
  { passing, lockOf }: TenantDispatch,
  first: Statement,
): Promise<void> {
  const { tenantId } = session;
  const chosen = dispatched.has(session) ? passing : first;
  const taken = await session.query(chosen, [tenantId, lockOf(tenantId)]);
  if (taken.length > 0) dispatched.add(session);
}

/**
 * Dispatches the events of all tenants that were emitted at that time or before, for a host without a worker. Later ones would
 * let a tenant that emits steadily keep it from ending. Each transaction is short.
 */
export async function dispatchAll(
  context: TransactionContext,
  schema: string,
  emittedUntil: Date,
): Promise<void> {
  const taken = `${nextEvents(schema, 'where emitted_at <= $1')} skip locked`;
  const query = { text: dispatch(schema, taken), values: [emittedUntil] };
  let count: number | null;
  do {
    count = await inTransaction(context, BEGIN_QUEUE, async (executor) => {
      const { rowCount } = await executor.query(query);
      return rowCount;
    });
  } while (count !== 0);
}

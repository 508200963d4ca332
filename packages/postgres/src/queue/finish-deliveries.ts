import type { DeliveryQueue, FinishedDelivery } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement, type Statement } from '../connection/statement.js';
import { appendEventsStatement, outboxRow, type OutboxRow } from '../outbox/append-event.js';
import { holdFence } from './fence.js';
import { freeDeliveries } from './free-deliveries.js';
import type { QueueSchema } from './news.js';
import type { QueueTransaction } from './queue-transaction.js';
import { storeHealth } from './subscriber-health.js';

/**
 * Stores a batch of results. A delivery changes where its worker still owns its shard, and it has the shard and the number of attempts
 * that were read; only then does the attempt count for its subscriber, and is its event appended.
 */
export function finishDeliveries(
  target: QueueSchema,
  transact: QueueTransaction,
): DeliveryQueue['finish'] {
  const schema = quoteIdentifier(target.schemaName);
  const hold = holdFence(schema);
  const lock = lockStatement(schema);
  const finish = finishStatement(schema);
  const free = freeDeliveries(target.schemaName);
  const health = storeHealth(schema);
  const append = appendEventsStatement(target);
  return async (fence, finished) => {
    if (finished.length === 0) return { stored: [], failing: [], freed: [], lost: [] };
    return transact(async (query) => {
      const shards = new Set(finished.map(({ shard }) => shard));
      const owned = await hold(query, fence, shards);
      const batch = inOrder(finished.filter(({ shard }) => owned.has(shard)));
      await query(lock, valuesOf(READ_COLUMNS, batch));
      const rows = (await query(finish, valuesOf(COLUMNS, batch))) as readonly StoredRow[];
      const changes = rows.flatMap(({ place, ended_key: endedKey }) => {
        const change = batch[Number(place) - 1];
        return change === undefined ? [] : [{ change, endedKey }];
      });
      const stored = new Set(changes.map(({ change }) => change));
      const freed = await free(
        query,
        changes.flatMap(({ change, endedKey }) =>
          endedKey === null ? [] : [{ ...change, endedKey }],
        ),
      );
      const failing = await health(query, [...stored]);
      const events = [...stored].flatMap(outboxRows);
      if (events.length > 0) await query(append, [JSON.stringify(events)]);
      const lost = [...shards].filter((shard) => !owned.has(shard));
      return { stored: finished.map((each) => stored.has(each)), failing, freed, lost };
    });
  };
}

/** In one order, so two batches may wait for each other but never both. */
function inOrder(finished: readonly FinishedDelivery[]): readonly FinishedDelivery[] {
  return finished.toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
}

function outboxRows({ tenantId, event }: FinishedDelivery): readonly OutboxRow[] {
  return event === null ? [] : [outboxRow(tenantId, event)];
}

interface StoredRow {
  /** Of its result in the batch, from 1. */
  readonly place: unknown;
  /** The ordering key of an ordered delivery that has ended; null for any other. */
  readonly ended_key: string | null;
}

/**
 * Locks the rows of a batch, in its order. It is a statement of its own: one that waits for a lock still reads what was there before
 * it waited, and would not find a row again that was changed meanwhile, for example by a subscriber that begins to ask for an order.
 */
function lockStatement(schema: string): Statement {
  return statement(
    'queue_lock',
    `select from ${unnested(READ_COLUMNS)}
     cross join lateral (
       select from ${schema}.pending_deliveries where ${IS_READ}
       for update
     ) as delivery`,
  );
}

/**
 * A delivery that has ended moves to the log, with the attempt that ended it; any other one waits for its next attempt, and the one
 * that was made is logged by itself. Selects those that changed. Their rows are locked, so they can be found again by their places.
 */
function finishStatement(schema: string): Statement {
  const attempt = 'started_at, duration_ms, status_code, failure, response_body, body, version';
  return statement(
    'queue_finish',
    `with held as materialized (
       select * from ${unnested(COLUMNS)}
       cross join lateral (
         select ctid as row_id, event_id, event_type, created_at, replay_of, sequence, ordering_key, is_ordered
         from ${schema}.pending_deliveries where ${IS_READ} limit 1
       ) as delivery
     ),
     removed as (
       delete from ${schema}.pending_deliveries
       where ctid = any(array(select row_id from held where status <> 'pending'))
     ),
     ended as (
       insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status, attempts,
         created_at, finished_at, replay_of, sequence, ${attempt})
       select tenant_id, subscriber_id, delivery_id, event_id, event_type, status, coalesce(number, attempts),
         created_at, finished_at, replay_of, sequence, ${attempt}
       from held where status <> 'pending'
     ),
     retried as (
       update ${schema}.pending_deliveries as delivery
       set attempts = held.number, is_late = true, due_at = held.due_at
       from held where held.status = 'pending' and delivery.ctid = held.row_id
     ),
     tried as (
       insert into ${schema}.attempts (tenant_id, subscriber_id, delivery_id, number, ${attempt})
       select tenant_id, subscriber_id, delivery_id, number, ${attempt} from held where status = 'pending'
     )
     select place, case when is_ordered and status <> 'pending' then ordering_key end as ended_key from held`,
  );
}

/** A column of a result as a parameter: name, type, value. */
type Column = readonly [string, string, (made: FinishedDelivery) => unknown];

/** A delivery as it was read. */
const READ_COLUMNS: readonly Column[] = [
  ['tenant_id', 'text', ({ tenantId }) => tenantId],
  ['subscriber_id', 'uuid', ({ subscriberId }) => subscriberId],
  ['delivery_id', 'uuid', ({ deliveryId }) => deliveryId],
  ['attempts', 'integer', ({ attempts }) => attempts],
  ['shard', 'smallint', ({ shard }) => shard],
];

/** SQL which says that a pending row is that delivery. */
const IS_READ = READ_COLUMNS.map(([name]) => `${name} = made.${name}`).join(' and ');

/** The columns of a result. Times are text, which costs the driver less. */
const COLUMNS: readonly Column[] = [
  ...READ_COLUMNS,
  ['status', 'text', ({ next }) => next.status],
  ['due_at', 'timestamptz', ({ next }) => next.dueAt?.toISOString()],
  ['finished_at', 'timestamptz', ({ next }) => next.finishedAt?.toISOString()],
  ['number', 'integer', ({ log }) => log?.number],
  ['started_at', 'timestamptz', ({ log }) => log?.startedAt.toISOString()],
  ['duration_ms', 'integer', ({ log }) => log?.durationMs],
  ['status_code', 'integer', ({ log }) => log?.statusCode],
  ['failure', 'text', ({ log }) => log?.failure],
  ['response_body', 'text', ({ log }) => log?.responseBody],
  ['body', 'text', ({ log }) => log?.body],
  ['version', 'text', ({ log }) => log?.version],
];

/** SQL for the rows of a batch as `made`, each with its `place`, from 1. */
function unnested(columns: readonly Column[]): string {
  const arrays = columns.map(([, type], index) => `$${String(index + 1)}::${type}[]`);
  const names = columns.map(([name]) => name);
  return `unnest(${arrays.join(', ')}) with ordinality as made (${names.join(', ')}, place)`;
}

function valuesOf(columns: readonly Column[], batch: readonly FinishedDelivery[]): unknown[] {
  return columns.map(([, , valueOf]) => batch.map(valueOf));
}

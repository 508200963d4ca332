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
      const rows = (await query(finish, finishValues(batch))) as readonly StoredRow[];
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
 * A delivery that has ended moves to the log, with the attempt that ended it; any other one waits for its next attempt, and the one
 * that was made is logged by itself. Selects those that changed. Their rows are locked in the order of the batch; nothing else
 * changes such a row, so it can be found again by its place.
 */
function finishStatement(schema: string): Statement {
  const columns = COLUMNS.map(([name]) => name).join(', ');
  const arrays = COLUMNS.map(([, type], index) => `$${String(index + 1)}::${type}[]`).join(', ');
  const attempt = 'started_at, duration_ms, status_code, failure, response_body, body, version';
  return statement(
    'queue_finish',
    `with held as materialized (
       select * from unnest(${arrays}) with ordinality as made (${columns}, place)
       cross join lateral (
         select ctid as row_id, event_id, event_type, created_at, replay_of, sequence, ordering_key, is_ordered
         from ${schema}.pending_deliveries
         where tenant_id = made.tenant_id and subscriber_id = made.subscriber_id and delivery_id = made.delivery_id
           and attempts = made.attempts and shard = made.shard
         for update
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

/** The columns of a result as parameters: name, type, value. Times are text, which costs the driver less. */
const COLUMNS: readonly (readonly [string, string, (made: FinishedDelivery) => unknown])[] = [
  ['tenant_id', 'text', ({ tenantId }) => tenantId],
  ['subscriber_id', 'uuid', ({ subscriberId }) => subscriberId],
  ['delivery_id', 'uuid', ({ deliveryId }) => deliveryId],
  ['attempts', 'integer', ({ attempts }) => attempts],
  ['shard', 'smallint', ({ shard }) => shard],
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

function finishValues(batch: readonly FinishedDelivery[]): unknown[] {
  return COLUMNS.map(([, , valueOf]) => batch.map(valueOf));
}

import type { DeliveryQueue, DispatchOutcome, EmittedEvent } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote-identifier.js';
import type { Statement } from '../connection/statement.js';
import { holdFence, type HoldFence } from '../queue/fence.js';
import type { QueueSchema } from '../queue/news.js';
import type { QueueQuery, QueueTransaction } from '../queue/queue-transaction.js';
import { addressedStatement, addressedSubscribers } from './addressed-subscribers.js';
import {
  emittedRowStatements,
  holdEvents,
  logEvents,
  markEvent,
  removeEvents,
  type EmittedRowStatements,
  type OutboxEvent,
} from './emitted-rows.js';
import {
  newDeliveryStatements,
  storeDeliveries,
  type NewDeliveryStatements,
} from './new-deliveries.js';

/**
 * Moves events from the outbox to the log, and makes their deliveries: see `DeliveryQueue.dispatch`. One transaction of a few plain
 * statements; the data of events is copied inside the database.
 */
export function dispatchEvents(
  target: QueueSchema,
  transact: QueueTransaction,
): DeliveryQueue['dispatch'] {
  const schema = quoteIdentifier(target.schemaName);
  const statements: DispatchStatements = {
    fence: holdFence(schema),
    rows: emittedRowStatements(schema),
    addressed: addressedStatement(schema),
    deliveries: newDeliveryStatements(schema, target),
  };
  return (fence, events, limit) =>
    transact(async (query) => {
      const held = await statements.fence(
        query,
        fence,
        events.map(({ shard }) => shard),
      );
      const ours = events.filter(({ shard }) => held.has(shard));
      const lost = new Set(events.map(({ shard }) => shard).filter((shard) => !held.has(shard)));
      const unfinished = await dispatch(query, statements, ours, limit);
      return { unfinished, lost: [...lost] };
    });
}

interface DispatchStatements {
  readonly fence: HoldFence;
  readonly rows: EmittedRowStatements;
  readonly addressed: Statement;
  readonly deliveries: NewDeliveryStatements;
}

/**
 * Looks at `limit` subscribers at most. Where there may be more, the last event that was reached goes on after its last
 * subscriber, and those behind it are not touched.
 */
async function dispatch(
  query: QueueQuery,
  { rows, addressed, deliveries }: DispatchStatements,
  events: readonly EmittedEvent[],
  limit: number,
): Promise<DispatchOutcome['unfinished']> {
  if (events.length === 0) return [];
  const held = await holdEvents(query, rows, events);
  const wanted = firstOfEachId(held);
  const subscribers = await addressedSubscribers(query, addressed, wanted, limit);
  const last = subscribers.length < limit ? undefined : subscribers.at(-1);
  const end = last === undefined ? wanted.length : wanted.indexOf(last.event);
  const [begun, unfinished] = [wanted.slice(0, end + 1), wanted.slice(end)];

  await logEvents(
    query,
    rows,
    begun.filter(({ dispatchedTo }) => dispatchedTo === null),
  );
  await storeDeliveries(query, deliveries, subscribers);
  await removeEvents(
    query,
    rows,
    held.filter((event) => !unfinished.includes(event)),
  );
  if (last !== undefined) await markEvent(query, rows, last.event, last.subscriberId);
  return unfinished.map(({ emitted }) => emitted);
}

/** Without those whose id is in the log already, unless their own dispatch has begun. */
function firstOfEachId(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  const ids = new Set<string>();
  return events.filter(({ emitted, dispatchedTo, isLogged }) => {
    const id = `${emitted.tenantId} ${emitted.eventId}`;
    if (ids.has(id) || (isLogged && dispatchedTo === null)) return false;
    ids.add(id);
    return true;
  });
}

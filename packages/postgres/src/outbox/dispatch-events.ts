import type {
  DeliveryQueue,
  DispatchLimit,
  DispatchOutcome,
  Fence,
  WaitingEvent,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { holdFence } from '../queue/fence.js';
import type { QueueSchema } from '../queue/news.js';
import type { QueueQuery, QueueTransaction } from '../queue/queue-transaction.js';
import { addressedSubscribers } from './addressed-subscribers.js';
import { emittedRows, type OutboxEvent } from './emitted-rows.js';
import { newDeliveries } from './new-deliveries.js';

/**
 * Moves events from the outbox to the log, and makes their deliveries: see `DeliveryQueue.dispatch`. One transaction of a few plain
 * statements; the data of events is copied inside the database.
 */
export function dispatchEvents(
  target: QueueSchema,
  transact: QueueTransaction,
): DeliveryQueue['dispatch'] {
  const schema = quoteIdentifier(target.schemaName);
  const holdShards = holdFence(schema);
  const rows = emittedRows(schema);
  const addressed = addressedSubscribers(target.schemaName);
  const store = newDeliveries(schema, target);

  /**
   * Looks at no more subscribers than the limit of deliveries. If there may be more, the last event that was reached goes on after its last
   * subscriber, and those behind it are not touched.
   */
  async function dispatch(
    query: QueueQuery,
    fence: Fence,
    from: readonly WaitingEvent[],
    limit: DispatchLimit,
  ): Promise<Omit<DispatchOutcome, 'lost'>> {
    if (from.length === 0) return { made: [], unfinished: [], unreached: [] };
    const held = await rows.hold(query, from, limit.events);
    const wanted = firstOfEachId(held);
    const subscribers = await addressed(query, wanted, limit.deliveries);
    const last = subscribers.length < limit.deliveries ? undefined : subscribers.at(-1);
    const end = last === undefined ? wanted.length : wanted.indexOf(last.event);
    const begun = wanted.slice(0, end + 1).filter(({ dispatchedTo }) => dispatchedTo === null);
    const left = wanted.slice(end);
    const finished = held.filter((event) => !left.includes(event));

    const made = await store(query, fence, subscribers, begun);
    const goesOn = last === undefined ? null : { event: last.event, after: last.subscriberId };
    if (held.length > 0) await rows.settle(query, { begun, finished, goesOn });
    return { made, ...whatIsLeft(from, held, left, limit.events) };
  }

  return (fence, from, limit) =>
    transact(async (query) => {
      const shards = new Set(from.map(({ shard }) => shard));
      const held = await holdShards(query, fence, shards);
      const ours = from.filter(({ shard }) => held.has(shard));
      const lost = [...shards].filter((shard) => !held.has(shard));
      return { ...(await dispatch(query, fence, ours, limit)), lost };
    });
}

/** Where each tenant goes on. One that had as many events as it may have may have more. */
function whatIsLeft(
  from: readonly WaitingEvent[],
  held: readonly OutboxEvent[],
  left: readonly OutboxEvent[],
  limit: number,
): Pick<DispatchOutcome, 'unfinished' | 'unreached'> {
  const [begun] = left;
  const tenants = from.map(({ tenantId }) => {
    const events = held.filter(({ emitted }) => emitted.tenantId === tenantId);
    const first = events.find((event) => left.includes(event));
    const isReached = first === undefined || first === begun || first !== events[0];
    return { next: first ?? events[limit - 1], isReached };
  });
  const nextOf = (isReached: boolean): readonly WaitingEvent[] =>
    tenants.flatMap((each) =>
      each.next === undefined || each.isReached !== isReached ? [] : [each.next.emitted],
    );
  return { unfinished: nextOf(true), unreached: nextOf(false) };
}

/** Without events that are in the log already, unless their own dispatch has begun. */
function firstOfEachId(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  const ids = new Set<string>();
  return events.filter(({ emitted, dispatchedTo, isLogged }) => {
    const id = `${emitted.tenantId} ${emitted.eventId}`;
    if (ids.has(id) || (isLogged && dispatchedTo === null)) return false;
    ids.add(id);
    return true;
  });
}

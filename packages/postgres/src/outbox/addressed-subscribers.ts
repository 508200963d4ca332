import type { Subscriber } from '@stepward/core';
import { quoteIdentifier } from '../connection/quote.js';
import { statement } from '../connection/statement.js';
import { storedTimes } from '../connection/stored-values.js';
import { orderingLocks } from '../queue/delivery-order.js';
import { NIL_UUID } from '../queue/load-windows.js';
import type { QueueQuery } from '../queue/queue-transaction.js';
import type { OutboxEvent } from './emitted-rows.js';

/** A subscriber with one of the patterns of an event in its filter. */
export interface AddressedSubscriber extends Pick<Subscriber, 'enabled' | 'ordering'> {
  readonly event: OutboxEvent;
  readonly subscriberId: string;
  /** Whether it was created when the event was emitted. */
  readonly wasThere: boolean;
}

/** The first `limit` subscribers that events are addressed to, in the order of the events, by id. */
export type FindAddressed = (
  query: QueueQuery,
  events: readonly OutboxEvent[],
  limit: number,
) => Promise<readonly AddressedSubscriber[]>;

/**
 * Finds the subscribers after the last that has its delivery. They are looked up by pattern in `subscriber_filters`, for row-level
 * security allows no index on an array: the cost depends on how many they are, not on how many the tenant has. What is
 * lateral with a limit can only be joined in a nested loop, which takes the events in their order, and ends with the limit (`$5`).
 *
 * Their `ordering` matters only to events with a key, and then stays as it is until the transaction ends.
 */
export function addressedSubscribers(schemaName: string): FindAddressed {
  const schema = quoteIdentifier(schemaName);
  const orderings = orderingLocks(schemaName);
  const select = statement(
    'outbox_addressed',
    `select place, addressed.subscriber_id, enabled, ordering, created_at <= event.emitted_at as was_there
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::uuid[]) with ordinality
       as event (tenant_id, patterns, emitted_at, dispatched_to, place)
     cross join lateral (
       select distinct filter.subscriber_id
       from unnest(string_to_array(event.patterns, ',')) as named (pattern)
       cross join lateral (
         select subscriber_id from ${schema}.subscriber_filters
         where tenant_id = event.tenant_id and pattern = named.pattern and subscriber_id > event.dispatched_to
         order by subscriber_id limit $5
       ) as filter
       order by filter.subscriber_id limit $5
     ) as addressed
     cross join lateral (
       select enabled, ordering, created_at from ${schema}.subscribers
       where tenant_id = event.tenant_id and subscriber_id = addressed.subscriber_id limit 1
     ) as subscriber
     limit $5`,
  );
  return async (query, events, limit) => {
    const keyed = events.filter(({ orderingKey }) => orderingKey !== null);
    await orderings.share(
      query,
      keyed.map(({ emitted }) => emitted.tenantId),
    );
    const rows = await query(select, [
      events.map(({ emitted }) => emitted.tenantId),
      events.map(({ patterns }) => patterns),
      storedTimes(events.map(({ emitted }) => emitted.emittedAt)),
      events.map(({ dispatchedTo }) => dispatchedTo ?? NIL_UUID),
      limit,
    ]);
    return (rows as readonly AddressedRow[]).flatMap((row) => {
      const event = events[Number(row.place) - 1];
      const { subscriber_id: subscriberId, enabled, ordering, was_there: wasThere } = row;
      return event === undefined ? [] : [{ event, subscriberId, enabled, ordering, wasThere }];
    });
  };
}

interface AddressedRow extends Pick<Subscriber, 'enabled' | 'ordering'> {
  /** Of the event, from 1. */
  readonly place: unknown;
  readonly subscriber_id: string;
  readonly was_there: boolean;
}

import { LANES } from './lanes.js';
import { statement, type Statement } from './statement.js';
import { waitingSubscribers } from './waiting-subscribers.js';

/** When the longest waiting of the due deliveries became due; looks up three rows of each subscriber. */
export function oldestDueStatement(schema: string): Statement {
  const firstOf = (lane: number): string =>
    `(select due_at from ${schema}.deliveries
      where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id
        and status = 'pending' and lane = ${String(lane)} and due_at <= $1
      order by due_at limit 1)`;
  return statement(
    'queue_oldest_due',
    `with recursive waiting as (${waitingSubscribers(schema)})
     select min(least(${Object.values(LANES).map(firstOf).join(', ')})) as due_at from waiting`,
  );
}

import { PRIORITIES } from './priorities.js';
import { statement, type Statement } from './statement.js';
import { waitingSubscribers } from './waiting-subscribers.js';

/** Selects when the longest waiting delivery became due. Looks up three rows of each subscriber. */
export function queueLagStatement(schema: string): Statement {
  const firstOf = (priority: number): string =>
    `(select due_at from ${schema}.deliveries
      where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id
        and status = 'pending' and priority = ${String(priority)} and due_at <= $1
      order by due_at limit 1)`;
  return statement(
    'queue_lag',
    `with recursive waiting as (${waitingSubscribers(schema)})
     select min(least(${Object.values(PRIORITIES).map(firstOf).join(', ')})) as due_at from waiting`,
  );
}

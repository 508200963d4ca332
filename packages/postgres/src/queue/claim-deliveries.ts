import { takenEvents } from './claim-events.js';
import { CLAIM } from './claim-parameters.js';
import { chosenDeliveries } from './choose-deliveries.js';
import { dispatchParts } from '../outbox/dispatch-events.js';
import { leasedDeliveries } from './lease-deliveries.js';
import {
  countsElsewhere,
  countsWithGiven,
  forgetGoneWorkers,
  publishCounts,
} from './lease-counts.js';
import { NEXT_AFTER, NEXT_START, OVERDUE, returnedLeases } from './next-claim.js';
import { statement, type Statement } from '../connection/statement.js';
import { emittingTenants, MAX_PLACES, waitingSubscribers } from './waiting.js';

/**
 * One statement for a claim. It finds out what waits (`waiting`, `emitting`), dispatches events (`taken` to `missed`),
 * chooses deliveries of those and of the queue (`chosen`), leases them (`given`), returns leases that ended to the queue
 * (`expired`), and publishes for other workers what this one has leased now (`published`). What a dispatch makes is due like
 * what is in the queue.
 *
 * The answer is one row for each delivery, and one (`head`) for the batch.
 *
 * Postgres runs the changes that nothing reads from the last to the first, so that a worker's own rows are locked before
 * subscribers (`paced`), as by the statement that records results.
 *
 * Each lateral part ends in a limit, an offset or a lock. So none is merged into the whole, and each stays what it
 * says: a look-up by key for every row before it, whatever the statistics are.
 */
export function claimStatement(schema: string): Statement {
  const { start, now, afterTenant, afterSubscriber, publication, isStale } = CLAIM;
  return statement(
    'queue_claim',
    `with recursive ${waitingSubscribers(schema, {
      start,
      now,
      after: [afterTenant, afterSubscriber],
      limit: MAX_PLACES,
    })},
    ${emittingTenants(schema, { start, after: afterTenant, limit: MAX_PLACES })},
    ${countsElsewhere(schema, publication.worker, now)},
    ${takenEvents(schema)},
    ${dispatchParts(schema)},
    ${chosenDeliveries(schema)},
    ${leasedDeliveries(schema)},
    ${returnedLeases(schema)},
    ${publishCounts(
      schema,
      { ...publication, until: `greatest(${CLAIM.leaseUntil}, ${publication.until})` },
      `${countsWithGiven(publication.counts)} having ${isStale} or exists (select from given)`,
    )},
    ${forgetGoneWorkers(schema, publication.worker, now)},
    ${OVERDUE}
    select null as head, tenant_id, delivery_id, subscriber_id, event_id, due_at, attempt, type, data, late
    from given
    union all
    select jsonb_build_object('after', ${NEXT_AFTER}, 'subscribers', (
        select jsonb_agg(to_jsonb(subscriber)) from (
          select distinct tenant_id, subscriber_id from given
        ) as leased cross join lateral (
          select tenant_id, subscriber_id, url, naming, secrets from ${schema}.subscribers
          where tenant_id = leased.tenant_id and subscriber_id = leased.subscriber_id limit 1
        ) as subscriber
      ), 'exhausted', (
        select jsonb_agg(to_jsonb(exhausted)) from (
          select tenant_id, delivery_id, subscriber_id, event_type, attempts
          from judged where status = 'exhausted'
        ) as exhausted
      ), 'start', ${NEXT_START}, 'published', exists (select from published)), null, null, null, null, null, null, null, null, null
    order by late, due_at, delivery_id`,
  );
}

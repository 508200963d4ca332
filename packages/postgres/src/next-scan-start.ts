import { CLAIM } from './claim-parameters.js';
import { BY_TIME, PRIORITIES } from './priorities.js';
import { leasesSince, MARGIN_SECONDS } from './scan-start.js';
import { MAX_PLACES, MAX_RECENT } from './waiting.js';

/** Leases that ended, of which one claim returns the deliveries to the queue. */
const MAX_RETURNED = 1_000;

const NEXT_SINCE = `(${CLAIM.now} - interval '${String(MARGIN_SECONDS)} seconds')`;

/** The common table expressions that return leases that ended to the queue (`expired`), for the claim that follows at once. */
export function returnedLeases(schema: string): string {
  return `expired as materialized (
      select tenant_id, subscriber_id, delivery_id from ${schema}.pending_deliveries
      where priority = ${String(PRIORITIES.leased)} and ${BY_TIME} and due_at > ${leasesSince(CLAIM.start)} and due_at <= ${CLAIM.now}
      order by due_at limit ${String(MAX_RETURNED)}
      for update skip locked
    ),
    returned as (
      update ${schema}.pending_deliveries as delivery set priority = ${String(PRIORITIES.late)} from expired
      where delivery.tenant_id = expired.tenant_id and delivery.subscriber_id = expired.subscriber_id
        and delivery.delivery_id = expired.delivery_id
      returning expired.tenant_id, expired.subscriber_id, delivery.due_at
    )`;
}

/** The common table expression for what is left from before the time that the next claim begins at: `overdue`. */
export const OVERDUE = `overdue as materialized (
      select tenant_id, subscriber_id, jsonb_build_object('first', least(min(first_due), ${NEXT_SINCE}),
        'late', least(min(late_due), ${NEXT_SINCE})) as since
      from (
        select tenant_id, subscriber_id, first_due, late_due from waiting
        where least(first_due, late_due) < ${NEXT_SINCE}
        union all
        select tenant_id, subscriber_id, due_at, null from queued
        where priority = ${String(PRIORITIES.first)} and due_at < ${NEXT_SINCE}
        union all
        select tenant_id, subscriber_id, null, due_at from returned where due_at < ${NEXT_SINCE}
      ) as found group by tenant_id, subscriber_id
    )`;

/** SQL for the {@link ScanStart} of the next claim; null where that is to read everything. */
export const NEXT_START = `case when (select count(*) from overdue) <= ${String(MAX_PLACES)}
        and (select count(*) from recent) < ${String(MAX_RECENT)}
        and (select count(*) from expired) < ${String(MAX_RETURNED)} then jsonb_build_object(
        'since', ${NEXT_SINCE}, 'leasesSince', ${CLAIM.now}, 'subscribers', coalesce((
          select jsonb_object_agg(tenant_id, subscribers) from (
            select tenant_id, jsonb_object_agg(subscriber_id, since) as subscribers from overdue group by tenant_id
          ) as of_tenants
        ), '{}'), 'tenants', coalesce((
          select jsonb_object_agg(tenant_id, emitted_at) from emitting where emitted_at < ${NEXT_SINCE}
        ), '{}')
      ) end`;

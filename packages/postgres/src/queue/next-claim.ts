import { CLAIM } from './claim-parameters.js';
import { BY_TIME, PRIORITIES } from './priorities.js';
import { BEGINNING } from './queue-position.js';
import { DELIVERY_KEY, sameKey } from './same-key.js';
import { leasesSince, MARGIN_SECONDS } from './scan-start.js';
import { MAX_PLACES, MAX_RECENT } from './waiting.js';

/** Leases that ended, of which one claim returns the deliveries to the queue. */
const MAX_RETURNED = 1_000;

const NEXT_SINCE = `(${CLAIM.now} - interval '${String(MARGIN_SECONDS)} seconds')`;

/**
 * The common table expressions that return leases that ended to the queue (`expired`), for the claim that follows at once.
 * One that another transaction holds is being recorded; if that fails, a claim that reads everything returns it.
 */
export function returnedLeases(schema: string): string {
  return `expired as materialized (
      select tenant_id, subscriber_id, delivery_id from ${schema}.pending_deliveries
      where priority = ${String(PRIORITIES.leased)} and ${BY_TIME} and due_at > ${leasesSince(CLAIM.start)} and due_at <= ${CLAIM.now}
      order by due_at limit ${String(MAX_RETURNED)}
      for update skip locked
    ),
    returned as (
      update ${schema}.pending_deliveries as delivery set priority = ${String(PRIORITIES.late)} from expired
      where ${sameKey('delivery', 'expired', DELIVERY_KEY)}
      returning expired.tenant_id, expired.subscriber_id, delivery.due_at
    )`;
}

/**
 * The common table expression for what is left from before the time that the next claim begins at: `overdue`. Reads
 * `waiting`, `queued` and `returned`. What is forgotten here is delivered when a claim reads everything.
 */
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

/**
 * SQL for the {@link ScanStart} of the next claim; null where that is to read everything. Reads `overdue`, `recent`,
 * `expired` and `emitting`.
 */
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

const RESTART = `jsonb_build_array('${BEGINNING.join(`', '`)}')`;

/**
 * SQL for the position that the next claim begins behind: the last place that was read where there may be more of them, the
 * beginning where this claim has left work that can be done at once, and null otherwise. That is where it has returned
 * leases, where a tenant has more events and its share left room for another, and where there is more to skip. Reads
 * `waiting`, `emitting`, `expired`, `sharing`, `matched`, `taken` and `due`.
 */
export const NEXT_AFTER = `coalesce((
        select jsonb_build_array(tenant_id, subscriber_id) from (
          select tenant_id, subscriber_id from waiting where place = ${String(MAX_PLACES)}
          union all
          select tenant_id, '${BEGINNING[1]}' from emitting where place = ${String(MAX_PLACES)} and tenant_id > ${CLAIM.afterTenant}
        ) as last order by tenant_id, subscriber_id limit 1
      ), (
        select ${RESTART} from expired limit 1
      ), (
        select ${RESTART} from sharing cross join lateral (
          select count(*) as events, (
            select count(*) from matched where matched.tenant_id = sharing.tenant_id and enabled
          ) as deliveries
          from taken where taken.tenant_id = sharing.tenant_id
        ) as made
        where share > 0 and events >= share and deliveries * (events + 1) <= room * events limit 1
      ), (
        select ${RESTART} from due where not enabled group by tenant_id, subscriber_id, room having count(*) >= room limit 1
      ))`;

import { CLAIM } from './claim-parameters.js';
import { dueDeliveries } from './due-deliveries.js';
import { dueSince } from './waiting.js';

/** Deliveries of disabled subscribers that one claim skips, so that it does not take long. */
const MAX_SKIPPED = 1_000;

/** For each subscriber with room, this many times its share is read, because others may have less due. */
const SHARES = 2;

/**
 * The common table expressions for the deliveries that a claim takes (`chosen`). It reads hardly more of the queue than it
 * takes: for the subscribers that something is due of (`waiting`), or will be when the events are dispatched (`nearest`),
 * it takes the locks that no two claims hold (`served`), and reads what there is room for, first attempts before late
 * ones (`due`), but not much more than an equal share of what falls to its tenant. A subscriber whose lock another claim
 * holds is passed over. The slots go round the tenants: `level` is how many a tenant would have under way, and the lowest
 * come first, as long as enough slots stay free. Reads `waiting`, `matched` and `elsewhere`.
 */
export function chosenDeliveries(schema: string): string {
  return `nearest as materialized (
      select * from (
        select *, row_number() over (partition by tenant_id order by nth, emitted_at, delivery_id) as turn from (
          select *, row_number() over (partition by tenant_id, subscriber_id
            order by emitted_at, delivery_id) as nth
          from matched where enabled and emitted_at <= ${CLAIM.now}
        ) as counted
      ) as in_turn
      order by turn limit ${String(SHARES)} * ${CLAIM.limit}
    ),
    asked as materialized (
      select tenant_id, subscriber_id, max(first_due) as first_due, max(late_due) as late_due from (
        select tenant_id, subscriber_id, first_due, late_due from waiting
        where first_due is not null or late_due is not null
        union all
        select tenant_id, subscriber_id, ${dueSince(CLAIM.start, 'nearest', 'first')}, ${dueSince(CLAIM.start, 'nearest', 'late')}
        from nearest where nth = 1
      ) as found group by tenant_id, subscriber_id
    ),
    served as materialized (
      select tenant_id, subscriber_id, enabled, first_due, late_due,
        case when enabled then least(free, 1 + ${String(SHARES)} * ${CLAIM.limit} /
            greatest(siblings * max(tenant_number) filter (where has_room) over (), 1))
          else 1 + ${String(MAX_SKIPPED)} / count(*) filter (where not enabled) over () end as room
      from (select *, count(*) filter (where has_room) over (partition by tenant_id) as siblings,
        dense_rank() over (order by case when has_room then tenant_id end) as tenant_number
      from (select *, enabled and free > 0 as has_room from (
        select tenant_id, subscriber_id, first_due, late_due, room is not null as enabled,
          least(${CLAIM.perSecond}, coalesce(room, 0)) as free
        from (
          select array_agg(tenant_id) as tenants, array_agg(subscriber_id) as subscribers,
            array_agg(first_due) as first, array_agg(late_due) as late from asked
        ) as all_asked cross join lateral unnest(tenants, subscribers, first, late,
          ${schema}.take_rooms(tenants, subscribers, ${CLAIM.perSubscriber}, ${CLAIM.now}, ${CLAIM.publication.worker}, ${CLAIM.publication.counts})
        ) as asked (tenant_id, subscriber_id, first_due, late_due, room)
      ) as looked_at) as with_room) as counted
    ),
    due as materialized (
      select served.tenant_id, served.subscriber_id, served.enabled, served.room, delivery.*, false as is_new
      from served cross join lateral (
        ${dueDeliveries(schema, 'first', 'served', 'served.first_due', 'served.room')}
        union all ${dueDeliveries(schema, 'late', 'served', 'served.late_due', 'served.room')}
        order by late, due_at limit served.room
      ) as delivery
      union all
      select tenant_id, subscriber_id, true, served.room, delivery_id, event_id, false, emitted_at, true
      from nearest join served using (tenant_id, subscriber_id)
    ),
    chosen as materialized (
      (select tenant_id, subscriber_id, delivery_id, event_id, due_at, enabled, is_new from (
        select *, row_number() over (order by level, late, due_at, delivery_id) as place from (
          select *, coalesce((${CLAIM.underWay} ->> tenant_id)::bigint, 0)
            + row_number() over (partition by tenant_id order by late, due_at, delivery_id) as level
          from (
            select *, row_number() over (partition by tenant_id, subscriber_id
              order by late, due_at, delivery_id) as turn
            from due where enabled
          ) as in_turn
          where turn <= room
        ) as levelled
      ) as placed
      where place <= ${CLAIM.limit} and (level = 1 or level <= ${CLAIM.perFreeSlot} * (${CLAIM.freeSlots} - place)))
      union all
      (select tenant_id, subscriber_id, delivery_id, event_id, due_at, enabled, false from due where not enabled
        limit ${String(MAX_SKIPPED)})
    )`;
}

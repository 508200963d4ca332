import { addressedSubscribers, eventsWithin } from '../outbox/addressed-subscribers.js';
import { CLAIM } from './claim-parameters.js';
import { OUTBOX_COLUMNS } from '../outbox/dispatch-events.js';
import { dueDeliveries } from './due-deliveries.js';
import { leasedOf } from './lease-counts.js';
import { dueSince, MAX_PLACES } from './waiting.js';

/** Events that one claim dispatches, shared by tenant; at least one of each. */
const EVENTS_PER_CLAIM = 250;

/** Names and patterns of filters that are looked at for the subscribers of a tenant's next event: few where it has no room. */
const FILTERS = 'case when room > 0 then 1000 else 10 end';

/** Events of one tenant and their deliveries in one claim at most, unless it is one event. */
const ROWS_PER_CLAIM = 2_500;

/**
 * The common table expressions for the events that a claim dispatches (`taken`): some of each tenant that has any in the
 * outbox. A tenant's `room` is what it may lease. Its `wanted` events fill that, if all have as many subscribers as the next
 * one, less those that each of these subscribers has in the queue already and may be leased. Where there is room for 100
 * and the next event goes to 10 subscribers, the `fair` number is 10 events; if the one with the least in the queue has 4
 * that may be leased (`fewest`), 6 are wanted. Beyond 250 subscribers `fewest` is not counted. The `share` is as many of the wanted as
 * one claim may dispatch. Reads `emitting` and `elsewhere`.
 */
export function takenEvents(schema: string): string {
  const outbox = (part: string): string =>
    `from ${schema}.outbox where tenant_id = ${part}.tenant_id and emitted_at >= ${part}.since order by emitted_at`;
  return `wishes as materialized (
      select tenant_id, since, place, room, least(coalesce(fair, ${String(EVENTS_PER_CLAIM)}) - greatest(fewest, 0),
          greatest(${String(EVENTS_PER_CLAIM)} / count(*) over (), 1)) as wanted
      from (select tenant_id, emitted_at as since, place, patterns from emitting) as tenant cross join lateral (
        select least(${CLAIM.limit}, greatest(
            (${CLAIM.perFreeSlot} * ${CLAIM.freeSlots} - under_way) / (${CLAIM.perFreeSlot} + 1),
            case when under_way = 0 then 1 else 0 end
          )) as room
        from (select coalesce((${CLAIM.underWay} ->> tenant_id)::bigint, 0) as under_way) as under_way
      ) as slots cross join lateral (
        select max(fair) as fair, min(
            case when paused_until > ${CLAIM.now} or on_trial then 0
              else least(in_queue.count, ${CLAIM.perSubscriber} - ${leasedOf('subscriber', CLAIM.publication.counts)}) end
          ) filter (where matching <= ${String(MAX_PLACES)}) as fewest
        from (
          select *, least((room + matching - 1) / matching, ${CLAIM.perSubscriber}) as fair from (
            select tenant.tenant_id, subscriber.*, count(*) over () as matching
            from ${addressedSubscribers(schema, 'tenant', FILTERS)} as subscriber where enabled
          ) as counted
        ) as subscriber cross join lateral (
          select count(*) from (
            select ${dueSince(CLAIM.start, 'subscriber', 'first')} as since where matching <= ${String(MAX_PLACES)} offset 0
          ) as begun cross join lateral ${dueDeliveries(schema, 'first', 'subscriber', 'begun.since', 'fair')} as first
        ) as in_queue
      ) as backlog
    ),
    sharing as materialized (
      select wishes.*, least(wanted, within.count) as share from wishes cross join lateral
        ${eventsWithin(schema, `select tenant_id, emitted_at, patterns ${outbox('wishes')} limit wanted`, ROWS_PER_CLAIM)} as within
    ),
    taken as materialized (
      select row.* from sharing cross join lateral (
        select ${OUTBOX_COLUMNS} ${outbox('sharing')} limit sharing.share
        for update skip locked
      ) as row
      where share > 0
    )`;
}

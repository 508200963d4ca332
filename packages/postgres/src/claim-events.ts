import { CLAIM } from './claim-parameters.js';
import { OUTBOX_COLUMNS } from './dispatch-events.js';
import { dueDeliveries } from './due-deliveries.js';
import { leasedOf } from './lease-counts.js';
import { dueSince, MAX_PLACES } from './waiting.js';

/** Events that one claim dispatches, shared by tenant; at least one of each. */
const EVENTS_PER_CLAIM = 250;

/** Deliveries that the events of one tenant make in one claim at most, unless it is one event. */
const DELIVERIES_PER_CLAIM = 2_500;

/** Whether a subscriber takes the next event of its tenant. */
const MATCHES = `enabled and event_types && string_to_array(emitting.patterns, ',')`;

/**
 * The common table expressions for the events that a claim dispatches (`taken`): some of each tenant that has any in the
 * outbox. A tenant's `room` is what it may lease. Its `share` is as many events as fill that, if all have as many
 * subscribers as the next one, less those that each of these subscribers has in the queue already and may be leased. Where
 * there is room for 100 and the next event goes to 10 subscribers, the `fair` number is 10 events; if the one with the
 * least in the queue has 4 that may be leased (`backlog`), the share is 6. Reads `emitting` and `elsewhere`.
 */
export function takenEvents(schema: string): string {
  return `sharing as materialized (
      select tenant_id, emitted_at as since, place, room, least(fair - greatest(backlog.fewest, 0),
          greatest(${String(EVENTS_PER_CLAIM)} / count(*) over (), 1),
          greatest(${String(DELIVERIES_PER_CLAIM)} / greatest(known.count, 1), 1)) as share
      from emitting cross join lateral (
        select count(*), count(*) filter (where ${MATCHES}) as matching
        from ${schema}.subscribers where tenant_id = emitting.tenant_id
      ) as known cross join lateral (
        select least(${CLAIM.limit}, greatest(
            (${CLAIM.perFreeSlot} * ${CLAIM.freeSlots} - under_way) / (${CLAIM.perFreeSlot} + 1),
            case when under_way = 0 then 1 else 0 end
          )) as room
        from (select coalesce((${CLAIM.underWay} ->> tenant_id)::bigint, 0) as under_way) as tenant
      ) as slots cross join lateral (
        select case when matching = 0 then ${String(EVENTS_PER_CLAIM)}
          else least((room + matching - 1) / matching, ${CLAIM.perSubscriber}) end as fair
      ) as shares cross join lateral (
        select min(case when paused_until > ${CLAIM.now} or on_trial then 0 else least(in_queue.count, ${CLAIM.perSubscriber} - ${leasedOf('subscriber', CLAIM.publication.counts)}) end) as fewest
        from ${schema}.subscribers as subscriber cross join lateral (
          select ${dueSince(CLAIM.start, 'subscriber', 'first')} as since offset 0
        ) as begun cross join lateral (
          select count(*) from ${dueDeliveries(schema, 'first', 'subscriber', 'begun.since', 'fair')} as first
        ) as in_queue
        where tenant_id = emitting.tenant_id and ${MATCHES} and matching <= ${String(MAX_PLACES)}
      ) as backlog
    ),
    taken as materialized (
      select row.* from sharing cross join lateral (
        select ${OUTBOX_COLUMNS} from ${schema}.outbox
        where tenant_id = sharing.tenant_id and emitted_at >= sharing.since
        order by emitted_at limit sharing.share
        for update skip locked
      ) as row
      where share > 0
    )`;
}

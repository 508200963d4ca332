import type { ClaimRequest } from '@stepward/core/adapter';
import { dispatchParts, OUTBOX_COLUMNS } from './dispatch-events.js';
import { countsElsewhere, leasedOf, publishCounts } from './lease-counts.js';
import { BY_TIME, PRIORITIES } from './priorities.js';
import { BEGINNING } from './queue-position.js';
import { leasesSince, MARGIN_SECONDS, type ScanStart } from './scan-start.js';
import { statement, type Statement } from './statement.js';
import { dueSince, emittingTenants, MAX_RECENT, waitingSubscribers } from './waiting.js';
import type { ClaimPublication } from './worker-leases.js';

/** Subscribers with pending deliveries, and tenants with events in the outbox, that one claim reads. */
const PLACES_PER_CLAIM = 250;

/** Events that one claim dispatches, shared by tenant; at least one of each. */
const EVENTS_PER_CLAIM = 250;

/** Deliveries that the events of one tenant make in one claim at most, unless it is one event. */
const DELIVERIES_PER_CLAIM = 2_500;

/** Whether a subscriber takes the next event of its tenant. */
const MATCHES = `enabled and event_types && string_to_array(emitting.patterns, ',')`;

/** Deliveries that one claim skips, so that it does not take long. */
const MAX_SKIPPED = 1_000;

/** Leases that ended, of which one claim returns the deliveries to the queue. */
const MAX_RETURNED = 1_000;

/** For each subscriber with room, this many times its share is read, because others may have less due. */
const SHARES = 2;

const PUBLICATION = {
  worker: '$14',
  number: '$16',
  leaseUntil: 'greatest($3, $19)',
  obsolete: '$17',
};

/** What the worker has leased after the claim; no row where that is as published before. */
const COUNTS = `
        select coalesce(jsonb_object_agg(tenant_id, subscribers), '{}') as counts from (
          select tenant_id, jsonb_object_agg(subscriber_id, count) as subscribers from (
            select tenant_id, subscriber_id, sum(count) as count from (
              select tenant_id, subscriber_id::text, 1 as count from given
              union all
              select tenant.key, subscriber.key, subscriber.value::bigint
              from jsonb_each($15::jsonb) as tenant cross join lateral jsonb_each_text(tenant.value) as subscriber
            ) as each_leased group by tenant_id, subscriber_id
          ) as counted group by tenant_id
        ) as of_tenants having $18 or exists (select from given)`;

/**
 * One statement for a claim, in two halves.
 *
 * It first dispatches events (`taken` to `missed`): some of each tenant that has any in the outbox (`emitting`). A tenant's
 * `room` is what it may lease. Its `share` is as many events as fill that, if all have as many subscribers as the next one,
 * less those that each of these subscribers has in the queue
 * already and may be leased. What they make is due like what is in the queue,
 * the first of each tenant and subscriber (`nearest`). It is inserted once, as leased where this claim leases it (`queued`),
 * so that a first attempt that succeeds at once costs one row in the queue and no update. Where a tenant has more events,
 * and its share left room for another, the next claim begins at the first tenant (`after`).
 *
 * It then leases. It reads hardly more of the queue than it takes: for the subscribers that something is due of (`waiting`,
 * `served`) it takes the locks that no two claims hold, and reads what there is room for, first attempts before late
 * ones (`due`), but not much more than an equal share of what falls to its tenant. A subscriber whose lock another claim
 * holds is passed over. The slots go round the tenants (`chosen`): `level` is how many a tenant would have under way, and
 * the lowest come first, as long as enough slots stay free. What is chosen of the queue is held (`held`); a row that
 * another holds is passed over. Then each is judged: the delivery of a subscriber that is disabled or gone is skipped, one
 * whose last attempt was lost is exhausted, and the rest is leased. An owner that is still there, on a row that is due, has
 * lost its attempt.
 *
 * Leases that ended return to the queue (`expired`), for the claim that follows at once. What the worker has leased now is
 * published for the others (`published`). The answer says where the next claim begins to read (`overdue`). Postgres runs
 * the changes that nothing reads from the last to the first, so that a worker's own rows are locked before subscribers
 * (`paced`), as by the statement that records results.
 *
 * Each lateral part ends in a limit, an offset or a lock. So none is merged into the whole, and each stays what it
 * says: a look-up by key for every row before it, whatever the statistics are.
 *
 * Parameters: owner, now, end of the lease, limit, limit per subscriber, tenant and subscriber to begin
 * behind, attempts of a delivery, each tenant's deliveries under way, free slots, deliveries per free slot,
 * deliveries of a subscriber per second (null for any number: `least` ignores it), where to begin to read, worker, what
 * it has leased, number of what it publishes, numbers of what that replaces, whether that is more than there is, and end of the last lease.
 */
export function claimStatement(schema: string): Statement {
  const queue = `${schema}.pending_deliveries`;
  const of = (part: string): string =>
    `tenant_id = ${part}.tenant_id and subscriber_id = ${part}.subscriber_id`;
  const start = '$13';
  const nextSince = `($2::timestamptz - interval '${String(MARGIN_SECONDS)} seconds')`;
  const dueIn = (
    priority: keyof typeof PRIORITIES,
    part: string,
    since: string,
    limit: string,
  ): string =>
    `(select delivery_id, event_id, priority > ${String(PRIORITIES.first)} as late, due_at from ${queue}
      where ${of(part)} and priority = ${String(PRIORITIES[priority])} and due_at >= ${since} and due_at <= $2
      order by due_at limit ${limit})`;
  const restart = `jsonb_build_array('${BEGINNING.join(`', '`)}')`;

  return statement(
    'queue_claim',
    `with recursive ${waitingSubscribers(schema, {
      start,
      now: '$2',
      after: ['$6::text', '$7::uuid'],
      limit: PLACES_PER_CLAIM,
    })},
    ${emittingTenants(schema, { start, after: '$6::text', limit: PLACES_PER_CLAIM })},
    ${countsElsewhere(schema, '$14::uuid', '$2::timestamptz')},
    sharing as materialized (
      select tenant_id, emitted_at as since, place, room, least(fair - greatest(queued.fewest, 0),
          greatest(${String(EVENTS_PER_CLAIM)} / count(*) over (), 1),
          greatest(${String(DELIVERIES_PER_CLAIM)} / greatest(known.count, 1), 1)) as share
      from emitting cross join lateral (
        select count(*), count(*) filter (where ${MATCHES}) as matching
        from ${schema}.subscribers where tenant_id = emitting.tenant_id
      ) as known cross join lateral (
        select least($4::bigint, greatest(
            ($11::bigint * $10::bigint - under_way) / ($11::bigint + 1),
            case when under_way = 0 then 1 else 0 end
          )) as room
        from (select coalesce(($9::jsonb ->> tenant_id)::bigint, 0) as under_way) as tenant
      ) as slots cross join lateral (
        select case when matching = 0 then ${String(EVENTS_PER_CLAIM)}
          else least((room + matching - 1) / matching, $5::bigint) end as fair
      ) as shares cross join lateral (
        select min(case when paused_until > $2 or on_trial then 0 else least(due.count, $5::bigint - ${leasedOf('subscriber', '$15::jsonb')}) end) as fewest
        from ${schema}.subscribers as subscriber cross join lateral (
          select ${dueSince(start, 'subscriber', 'first')} as since offset 0
        ) as begun cross join lateral (
          select count(*) from ${dueIn('first', 'subscriber', 'begun.since', 'fair')} as first
        ) as due
        where tenant_id = emitting.tenant_id and ${MATCHES} and matching <= ${String(PLACES_PER_CLAIM)}
      ) as queued
    ),
    taken as materialized (
      select row.* from sharing cross join lateral (
        select ${OUTBOX_COLUMNS} from ${schema}.outbox
        where tenant_id = sharing.tenant_id and emitted_at >= sharing.since
        order by emitted_at limit sharing.share
        for update skip locked
      ) as row
      where share > 0
    ),
    ${dispatchParts(schema)},
    nearest as materialized (
      select * from (
        select *, row_number() over (partition by tenant_id order by nth, emitted_at, delivery_id) as turn from (
          select *, row_number() over (partition by tenant_id, subscriber_id
            order by emitted_at, delivery_id) as nth
          from matched where enabled and emitted_at <= $2
        ) as counted
      ) as in_turn
      order by turn limit ${String(SHARES)} * $4::bigint
    ),
    asked as materialized (
      select tenant_id, subscriber_id, max(first_due) as first_due, max(late_due) as late_due from (
        select tenant_id, subscriber_id, first_due, late_due from waiting
        where first_due is not null or late_due is not null
        union all
        select tenant_id, subscriber_id, ${dueSince(start, 'nearest', 'first')}, ${dueSince(start, 'nearest', 'late')}
        from nearest where nth = 1
      ) as found group by tenant_id, subscriber_id
    ),
    served as materialized (
      select tenant_id, subscriber_id, enabled, first_due, late_due,
        case when enabled then least(free, 1 + ${String(SHARES)} * $4::bigint /
            greatest(siblings * max(tenant_number) filter (where has_room) over (), 1))
          else ${String(MAX_SKIPPED)} end as room
      from (select *, count(*) filter (where has_room) over (partition by tenant_id) as siblings,
        dense_rank() over (order by case when has_room then tenant_id end) as tenant_number
      from (select *, enabled and free > 0 as has_room from (
        select tenant_id, subscriber_id, first_due, late_due, room is not null as enabled,
          least($12::bigint, coalesce(room, 0)) as free
        from (
          select array_agg(tenant_id) as tenants, array_agg(subscriber_id) as subscribers,
            array_agg(first_due) as first, array_agg(late_due) as late from asked
        ) as all_asked cross join lateral unnest(tenants, subscribers, first, late,
          ${schema}.take_rooms(tenants, subscribers, $5::bigint, $2::timestamptz, $14::uuid, $15::jsonb)
        ) as asked (tenant_id, subscriber_id, first_due, late_due, room)
      ) as looked_at) as with_room) as counted
    ),
    due as materialized (
      select served.tenant_id, served.subscriber_id, served.enabled, served.room, delivery.*, false as is_new
      from served cross join lateral (
        ${dueIn('first', 'served', 'served.first_due', 'served.room')}
        union all ${dueIn('late', 'served', 'served.late_due', 'served.room')}
        order by late, due_at limit served.room
      ) as delivery
      union all
      select tenant_id, subscriber_id, true, served.room, delivery_id, event_id, false, emitted_at, true
      from nearest join served using (tenant_id, subscriber_id)
    ),
    chosen as materialized (
      (select tenant_id, subscriber_id, delivery_id, event_id, due_at, enabled, is_new from (
        select *, row_number() over (order by level, late, due_at, delivery_id) as place from (
          select *, coalesce(($9::jsonb ->> tenant_id)::bigint, 0)
            + row_number() over (partition by tenant_id order by late, due_at, delivery_id) as level
          from (
            select *, row_number() over (partition by tenant_id, subscriber_id
              order by late, due_at, delivery_id) as turn
            from due where enabled
          ) as in_turn
          where turn <= room
        ) as levelled
      ) as placed
      where place <= $4 and (level = 1 or level <= $11::bigint * ($10::bigint - place)))
      union all
      (select tenant_id, subscriber_id, delivery_id, event_id, due_at, enabled, false from due where not enabled
        limit ${String(MAX_SKIPPED)})
    ),
    queued as (
      insert into ${queue} (tenant_id, subscriber_id, delivery_id, event_id, event_type, is_first, priority,
        attempts, due_at, owner, claimed_at, created_at)
      select tenant_id, subscriber_id, delivery_id, event_id, type, true,
        case when is_leased then ${String(PRIORITIES.leased)} else ${String(PRIORITIES.first)} end,
        case when is_leased then 1 else 0 end, case when is_leased then $3::timestamptz else emitted_at end,
        case when is_leased then $1 end, case when is_leased then $2::timestamptz end, emitted_at
      from (
        select *, delivery_id in (select delivery_id from chosen where is_new) as is_leased
        from matched where enabled
      ) as judged_new
      returning tenant_id, subscriber_id, priority, due_at
    ),
    held as materialized (
      select delivery.*, enabled from chosen cross join lateral (
        select tenant_id, subscriber_id, delivery_id, event_id, event_type, priority, due_at, attempts, owner,
          claimed_at, created_at, replay_of
        from ${queue}
        where ${of('chosen')} and delivery_id = chosen.delivery_id and due_at <= $2
        for update skip locked
      ) as delivery
      where not is_new
    ),
    judged as materialized (
      select held.*, event.type, event.data,
        case
          when held.attempts >= $8::integer then 'exhausted'
          when enabled and event.event_id is not null then 'pending'
          else 'skipped'
        end as status
      from held
      left join lateral (
        select event_id, type, data from ${schema}.events
        where tenant_id = held.tenant_id and event_id = held.event_id limit 1
      ) as event on true
    ),
    leased as (
      update ${queue} as delivery set priority = ${String(PRIORITIES.leased)},
        attempts = judged.attempts + 1, owner = $1, claimed_at = $2, due_at = $3::timestamptz
      from judged
      where judged.status = 'pending' and delivery.tenant_id = judged.tenant_id
        and delivery.subscriber_id = judged.subscriber_id and delivery.delivery_id = judged.delivery_id
    ),
    ended as (
      delete from ${queue} as delivery using judged
      where judged.status <> 'pending' and delivery.tenant_id = judged.tenant_id
        and delivery.subscriber_id = judged.subscriber_id and delivery.delivery_id = judged.delivery_id
    ),
    logged as (
      insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status,
        attempts, created_at, finished_at, replay_of)
      select tenant_id, subscriber_id, delivery_id, event_id, event_type, status, attempts, created_at, $2,
        replay_of
      from judged where status <> 'pending'
    ),
    interrupted as (
      insert into ${schema}.attempts
        (tenant_id, delivery_id, number, started_at, failure, response_body)
      select tenant_id, delivery_id, attempts, claimed_at, 'interrupted', '' from judged
      where owner is not null
      on conflict (tenant_id, delivery_id, number) do nothing
    ),
    given as materialized (
      select tenant_id, delivery_id, subscriber_id, event_id, due_at, attempts + 1 as attempt, type, data,
        priority > ${String(PRIORITIES.first)} as late
      from judged where status = 'pending'
      union all
      select tenant_id, delivery_id, subscriber_id, event_id, due_at, 1, type, data, false
      from chosen join fresh using (tenant_id, event_id) where is_new
    ),
    expired as materialized (
      select tenant_id, subscriber_id, delivery_id from ${queue}
      where priority = ${String(PRIORITIES.leased)} and ${BY_TIME} and due_at > ${leasesSince(start)} and due_at <= $2
      order by due_at limit ${String(MAX_RETURNED)}
      for update skip locked
    ),
    returned as (
      update ${queue} as delivery set priority = ${String(PRIORITIES.late)} from expired
      where delivery.tenant_id = expired.tenant_id and delivery.subscriber_id = expired.subscriber_id
        and delivery.delivery_id = expired.delivery_id
      returning expired.tenant_id, expired.subscriber_id, delivery.due_at
    ),
    paced as (
      update ${schema}.subscribers as subscriber
      set paused_until = $2::timestamptz + leased.count * interval '1 second' / $12::bigint
      from (
        select tenant_id, subscriber_id, count(*) from given where $12::bigint is not null
        group by tenant_id, subscriber_id
      ) as leased
      where subscriber.tenant_id = leased.tenant_id and subscriber.subscriber_id = leased.subscriber_id
    ),
    ${publishCounts(schema, PUBLICATION, COUNTS)},
    overdue as materialized (
      select tenant_id, subscriber_id, jsonb_build_object('first', least(min(first_due), ${nextSince}),
        'late', least(min(late_due), ${nextSince})) as since
      from (
        select tenant_id, subscriber_id, first_due, late_due from waiting
        where least(first_due, late_due) < ${nextSince}
        union all
        select tenant_id, subscriber_id, due_at, null from queued
        where priority = ${String(PRIORITIES.first)} and due_at < ${nextSince}
        union all
        select tenant_id, subscriber_id, null, due_at from returned where due_at < ${nextSince}
      ) as found group by tenant_id, subscriber_id
    )
    select null as head, tenant_id, delivery_id, subscriber_id, event_id, due_at, attempt, type, data, late
    from given
    union all
    select jsonb_build_object('after', coalesce((
        select jsonb_build_array(tenant_id, subscriber_id) from (
          select tenant_id, subscriber_id from waiting where place = ${String(PLACES_PER_CLAIM)}
          union all
          select tenant_id, '${BEGINNING[1]}' from emitting where place = ${String(PLACES_PER_CLAIM)}
        ) as last order by tenant_id, subscriber_id limit 1
      ), (
        select ${restart} from expired limit 1
      ), (
        select ${restart} from sharing cross join lateral (
          select count(*) as events, (
            select count(*) from matched where matched.tenant_id = sharing.tenant_id and enabled
          ) as deliveries
          from taken where taken.tenant_id = sharing.tenant_id
        ) as made
        where share > 0 and events >= share and deliveries * (events + 1) <= room * events limit 1
      )), 'subscribers', (
        select jsonb_agg(to_jsonb(subscriber)) from (
          select distinct tenant_id, subscriber_id from given
        ) as leased cross join lateral (
          select tenant_id, subscriber_id, url, naming, secrets from ${schema}.subscribers
          where ${of('leased')} limit 1
        ) as subscriber
      ), 'exhausted', (
        select jsonb_agg(to_jsonb(exhausted)) from (
          select tenant_id, delivery_id, subscriber_id, event_type, attempts
          from judged where status = 'exhausted'
        ) as exhausted
      ), 'start', case when (select count(*) from overdue) <= ${String(PLACES_PER_CLAIM)}
        and (select count(*) from recent) < ${String(MAX_RECENT)}
        and (select count(*) from expired) < ${String(MAX_RETURNED)} then jsonb_build_object(
        'since', ${nextSince}, 'leasesSince', $2::timestamptz, 'subscribers', coalesce((
          select jsonb_object_agg(tenant_id, subscribers) from (
            select tenant_id, jsonb_object_agg(subscriber_id, since) as subscribers from overdue group by tenant_id
          ) as of_tenants
        ), '{}'), 'tenants', coalesce((
          select jsonb_object_agg(tenant_id, emitted_at) from emitting where emitted_at < ${nextSince}
        ), '{}')
      ) end, 'published', exists (select from published)), null, null, null, null, null, null, null, null, null
    order by late, due_at, delivery_id`,
  );
}

export function claimValues(
  request: ClaimRequest,
  start: ScanStart,
  { worker, counts, number, obsolete, until, isStale }: ClaimPublication,
): unknown[] {
  const { owner, now, leaseUntil, limit, perSubscriber, maxAttempts, tenants, after } = request;
  const position = after === null ? BEGINNING : [after.tenantId, after.subscriberId];
  const shares = [JSON.stringify(tenants.underWay), tenants.free, tenants.perFreeSlot];
  const head = [owner, now, leaseUntil, limit, perSubscriber, ...position];
  const leases = [worker, JSON.stringify(counts), number, obsolete, isStale, until];
  return [...head, maxAttempts, ...shares, request.perSecond, start, ...leases];
}

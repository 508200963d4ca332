import type { ClaimRequest } from '@stepward/core/adapter';
import { PRIORITIES } from './priorities.js';
import { statement, type Statement } from './statement.js';
import { waitingSubscribers } from './waiting-subscribers.js';

/** Subscribers that one claim looks at. */
const SUBSCRIBERS_PER_CLAIM = 250;

/** Deliveries that one claim skips, so that it does not take long. */
const MAX_SKIPPED = 1_000;

/** For each subscriber with room, this many times its share is read, because others may have less due. */
const SHARES = 2;

/** Before every position. */
const BEGINNING = ['', '00000000-0000-0000-0000-000000000000'] as const;

/**
 * One statement for a claim. It reads hardly more of the log than it takes: it goes from subscriber to
 * subscriber (`waiting`), and of those that something is due of (`served`) it counts what is leased, and
 * reads what there is room for, first attempts before late ones (`due`), but not much more than an equal
 * share of what falls to its tenant. The slots go round the tenants (`chosen`): `level` is how many a tenant
 * would have under way, and the lowest come first, as long as enough slots stay free. What is chosen is
 * held (`held`); a row that another holds is passed over.
 * Then each is judged: the delivery of a subscriber that is disabled or gone is skipped, one whose last
 * attempt was lost is exhausted, and the rest is leased. An owner that is still there, on a row that is due,
 * has lost its attempt.
 *
 * Each lateral part ends in a limit or a lock. So none is merged into the whole, and each stays what it
 * says: a look-up by key for every row before it, whatever the statistics are.
 *
 * Parameters: owner, now, end of the lease, limit, limit per subscriber, tenant and subscriber to begin
 * behind, attempts of a delivery, each tenant's deliveries under way, free slots, deliveries per free slot.
 */
export function claimStatement(schema: string): Statement {
  const deliveries = `${schema}.deliveries`;
  const of = (part: string): string =>
    `tenant_id = ${part}.tenant_id and subscriber_id = ${part}.subscriber_id`;
  const dueIn = (priority: number, part: string, limit: string): string =>
    `(select delivery_id, priority > ${String(PRIORITIES.first)} as late, due_at from ${deliveries}
      where ${of(part)} and status = 'pending' and priority = ${String(priority)} and due_at <= $2
      order by due_at limit ${limit})`;
  const dueOf = (part: string, limit: string): string =>
    Object.values(PRIORITIES)
      .map((priority) => dueIn(priority, part, limit))
      .join(' union all ');
  const waiting = waitingSubscribers(schema, {
    after: ['$6::text', '$7::uuid'],
    limit: SUBSCRIBERS_PER_CLAIM,
  });

  return statement(
    'queue_claim',
    `with recursive waiting as (${waiting}),
    served as materialized (
      select tenant_id, subscriber_id, enabled,
        case when enabled then least(free, 1 + ${String(SHARES)} * $4::bigint /
            greatest(siblings * max(tenant_number) filter (where has_room) over (), 1))
          else ${String(MAX_SKIPPED)} end as room
      from (select *, count(*) filter (where has_room) over (partition by tenant_id) as siblings,
        dense_rank() over (order by case when has_room then tenant_id end) as tenant_number
      from (select *, enabled and free > 0 as has_room from (
        select waiting.tenant_id, waiting.subscriber_id, coalesce(subscriber.enabled, false) as enabled,
          greatest($5::bigint - leases.count, 0) as free
        from waiting
        cross join lateral (
          ${dueOf('waiting', '1')} limit 1
        ) as one
        left join lateral (
          select enabled from ${schema}.subscribers where ${of('waiting')} limit 1
        ) as subscriber on true
        cross join lateral (
          select count(*) from ${deliveries}
          where ${of('waiting')} and status = 'pending' and priority = ${String(PRIORITIES.leased)}
            and due_at > $2::timestamptz
        ) as leases
      ) as looked_at) as with_room) as counted
    ),
    due as materialized (
      select served.tenant_id, served.subscriber_id, served.enabled, delivery.*
      from served cross join lateral (
        ${dueOf('served', 'served.room')}
        order by late, due_at limit served.room
      ) as delivery
    ),
    chosen as materialized (
      (select tenant_id, subscriber_id, delivery_id, enabled from (
        select *, row_number() over (order by level, late, due_at, delivery_id) as place from (
          select *, coalesce(($9::jsonb ->> tenant_id)::bigint, 0)
            + row_number() over (partition by tenant_id order by late, due_at, delivery_id) as level
          from due where enabled
        ) as levelled
      ) as placed
      where place <= $4 and (level = 1 or level <= $11::bigint * ($10::bigint - place)))
      union all
      (select tenant_id, subscriber_id, delivery_id, enabled from due where not enabled
        limit ${String(MAX_SKIPPED)})
    ),
    held as materialized (
      select delivery.*, enabled from chosen cross join lateral (
        select tenant_id, subscriber_id, delivery_id, event_id, event_type, priority, due_at, attempts, owner,
          claimed_at
        from ${deliveries}
        where ${of('chosen')} and delivery_id = chosen.delivery_id and due_at <= $2
        for update skip locked
      ) as delivery
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
    changed as (
      update ${deliveries} as delivery set status = judged.status, priority = ${String(PRIORITIES.leased)},
        attempts = judged.attempts + case when judged.status = 'pending' then 1 else 0 end,
        owner = case when judged.status = 'pending' then $1 end,
        claimed_at = case when judged.status = 'pending' then $2 end,
        due_at = case when judged.status = 'pending' then $3::timestamptz end,
        finished_at = case when judged.status <> 'pending' then $2 end
      from judged
      where delivery.tenant_id = judged.tenant_id
        and delivery.subscriber_id = judged.subscriber_id and delivery.delivery_id = judged.delivery_id
    ),
    interrupted as (
      insert into ${schema}.attempts
        (tenant_id, delivery_id, number, started_at, failure, response_body)
      select tenant_id, delivery_id, attempts, claimed_at, 'interrupted', '' from judged
      where owner is not null
      on conflict (tenant_id, delivery_id, number) do nothing
    )
    select null as head, tenant_id, delivery_id, subscriber_id, event_id, due_at, attempts + 1 as attempt,
      type, data, priority > ${String(PRIORITIES.first)} as late
    from judged where status = 'pending'
    union all
    select jsonb_build_object('after', (
        select jsonb_build_array(tenant_id, subscriber_id) from waiting
        where place = ${String(SUBSCRIBERS_PER_CLAIM)}
      ), 'subscribers', (
        select jsonb_agg(to_jsonb(subscriber)) from (
          select distinct tenant_id, subscriber_id from judged where status = 'pending'
        ) as leased cross join lateral (
          select tenant_id, subscriber_id, url, naming, secrets from ${schema}.subscribers
          where ${of('leased')} limit 1
        ) as subscriber
      ), 'exhausted', (
        select jsonb_agg(to_jsonb(exhausted)) from (
          select tenant_id, delivery_id, subscriber_id, event_type, attempts
          from judged where status = 'exhausted'
        ) as exhausted
      )), null, null, null, null, null, null, null, null, null
    order by late, due_at, delivery_id`,
  );
}

export function claimValues(request: ClaimRequest): unknown[] {
  const { owner, now, leaseUntil, limit, perSubscriber, maxAttempts, tenants, after } = request;
  const position = after === null ? BEGINNING : [after.tenantId, after.subscriberId];
  const shares = [JSON.stringify(tenants.underWay), tenants.free, tenants.perFreeSlot];
  return [owner, now, leaseUntil, limit, perSubscriber, ...position, maxAttempts, ...shares];
}

import { CLAIM } from './claim-parameters.js';
import { PRIORITIES } from './priorities.js';
import { DELIVERY_KEY, sameKey, SUBSCRIBER_KEY } from './same-key.js';

/**
 * The common table expressions that lease what was chosen (`given`). What the dispatch made is inserted once, as leased
 * where this claim leases it (`queued`), so that a first attempt that succeeds at once costs one row in the queue and no
 * update. What is chosen of the queue is held (`held`); a row that another holds is passed over. Then each is judged: the
 * delivery of a subscriber that is disabled or gone is skipped, one whose last attempt was lost is exhausted, and the rest
 * is leased. An owner that is still there, on a row that is due, has lost its attempt. Reads `chosen`, `matched` and
 * `fresh`.
 */
export function leasedDeliveries(schema: string): string {
  return `queued as (
      insert into ${schema}.pending_deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, is_first, priority,
        attempts, due_at, owner, claimed_at, created_at)
      select tenant_id, subscriber_id, delivery_id, event_id, type, true,
        case when is_leased then ${String(PRIORITIES.leased)} else ${String(PRIORITIES.first)} end,
        case when is_leased then 1 else 0 end, case when is_leased then ${CLAIM.leaseUntil} else emitted_at end,
        case when is_leased then ${CLAIM.owner} end, case when is_leased then ${CLAIM.now} end, emitted_at
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
        from ${schema}.pending_deliveries
        where tenant_id = chosen.tenant_id and subscriber_id = chosen.subscriber_id and delivery_id = chosen.delivery_id and due_at <= ${CLAIM.now}
        for update skip locked
      ) as delivery
      where not is_new
    ),
    judged as materialized (
      select held.*, event.type, event.data,
        case
          when held.attempts >= ${CLAIM.maxAttempts} then 'exhausted'
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
      update ${schema}.pending_deliveries as delivery set priority = ${String(PRIORITIES.leased)},
        attempts = judged.attempts + 1, owner = ${CLAIM.owner}, claimed_at = ${CLAIM.now}, due_at = ${CLAIM.leaseUntil}
      from judged
      where judged.status = 'pending' and ${sameKey('delivery', 'judged', DELIVERY_KEY)}
    ),
    ended as (
      delete from ${schema}.pending_deliveries as delivery using judged
      where judged.status <> 'pending' and ${sameKey('delivery', 'judged', DELIVERY_KEY)}
    ),
    logged as (
      insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status,
        attempts, created_at, finished_at, replay_of)
      select tenant_id, subscriber_id, delivery_id, event_id, event_type, status, attempts, created_at, ${CLAIM.now},
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
    paced as (
      update ${schema}.subscribers as subscriber
      set paused_until = greatest(paused_until,
        ${CLAIM.now} + leased.count * interval '1 second' / ${CLAIM.perSecond})
      from (
        select tenant_id, subscriber_id, count(*) from given where ${CLAIM.perSecond} is not null
        group by tenant_id, subscriber_id
      ) as leased
      where ${sameKey('subscriber', 'leased', SUBSCRIBER_KEY)}
    )`;
}

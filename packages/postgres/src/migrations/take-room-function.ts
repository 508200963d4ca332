import { PRIORITIES } from '../priorities.js';
import { PINNED } from './pinned.js';
import { quoteLiteral } from '../quote-literal.js';

/** Subscribers are spread over this many locks, so that claims hold a bounded number of them. */
const LOCKS = 1_024;

/**
 * Returns how many more deliveries of a subscriber may be leased, and lets no other claim lease any until the
 * transaction ends; of one that is on trial, at most one. Returns 0 if the subscriber is paused, or if another claim does
 * so at this moment; it never waits.
 *
 * It is volatile, so the count has a snapshot of its own, from after the lock was taken: it sees everything that the
 * claim before it has leased.
 */
export function takeRoomFunction(schema: string): string {
  return `
    create function ${schema}.take_room(
      for_tenant text, for_subscriber uuid, per_subscriber bigint, now timestamptz
    ) returns bigint language plpgsql volatile ${PINNED} as ${quoteLiteral(bodyIn(schema))};`;
}

function bodyIn(schema: string): string {
  return `
    declare
      is_paused boolean;
      is_on_trial boolean;
      place integer := hashtext(for_tenant || for_subscriber::text) & ${String(LOCKS - 1)};
    begin
      if not pg_try_advisory_xact_lock(hashtext(${quoteLiteral(`stepward claim ${schema}`)}), place) then
        return 0;
      end if;
      select paused_until > now, on_trial into is_paused, is_on_trial from ${schema}.subscribers
        where tenant_id = for_tenant and subscriber_id = for_subscriber;
      if is_paused then
        return 0;
      end if;
      return greatest(case when is_on_trial then 1 else per_subscriber end - (
        select count(*) from ${schema}.pending_deliveries
        where tenant_id = for_tenant and subscriber_id = for_subscriber
          and priority = ${String(PRIORITIES.leased)} and due_at > now
      ), 0);
    end`;
}

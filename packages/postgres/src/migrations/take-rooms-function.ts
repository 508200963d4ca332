import { countsElsewhere, leasedOf } from '../queue/lease-counts.js';
import { PINNED } from './pinned.js';
import { quoteLiteral } from '../connection/quote-literal.js';

/** Subscribers are spread over this many locks, so that claims hold a bounded number of them. */
const LOCKS = 1_024;

/**
 * Returns how many more deliveries of each subscriber may be leased, in the order given, and lets no other claim lease
 * any until the transaction ends; of one that is on trial, at most one. Null for a subscriber that is disabled or
 * gone, 0 for one that is paused, or that another claim looks at in this moment; it never waits.
 *
 * It is volatile, so its second statement has a snapshot of its own, from after the locks were taken: it sees
 * everything that the claims before it have leased.
 */
export function takeRoomsFunction(schema: string): string {
  return `
    create function ${schema}.take_rooms(
      for_tenants text[], for_subscribers uuid[], per_subscriber bigint, now timestamptz, for_worker uuid, own jsonb
    ) returns bigint[] language plpgsql volatile ${PINNED} as ${quoteLiteral(bodyIn(schema))};`;
}

function bodyIn(schema: string): string {
  const asked = `unnest(for_tenants, for_subscribers) with ordinality as asked (tenant_id, subscriber_id, nth)`;
  return `
    declare
      is_ours boolean[];
      rooms bigint[];
    begin
      select array_agg(pg_try_advisory_xact_lock(hashtext(${quoteLiteral(`stepward claim ${schema}`)}),
          hashtext(tenant_id || subscriber_id::text) & ${String(LOCKS - 1)}) order by nth)
        into is_ours from ${asked};
      with recursive ${countsElsewhere(schema, 'for_worker', 'now')}
      select array_agg(case
          when enabled is not true then null
          when not is_ours[nth] or paused_until > now then 0
          else greatest(case when on_trial then 1 else per_subscriber end - ${leasedOf('asked', 'own')}, 0)
        end order by nth)
        into rooms from ${asked} left join lateral (
          select enabled, paused_until, on_trial from ${schema}.subscribers
          where tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id limit 1
        ) as subscriber on true;
      return rooms;
    end`;
}

import type { FailingSubscriber, FinishedDelivery } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { QueueQuery } from './queue-transaction.js';

/** Stores what attempts say about their subscribers. Returns those of failed attempts, as they now stand. */
export function storeHealth(
  schema: string,
): (
  query: QueueQuery,
  finished: readonly FinishedDelivery[],
) => Promise<readonly FailingSubscriber[]> {
  const store = healthStatement(schema);
  return async (query, finished) => {
    const made = withoutRepeats(finished);
    if (made.length === 0) return [];
    const rows = (await query(store, [
      made.map(({ tenantId }) => tenantId),
      made.map(({ subscriberId }) => subscriberId),
      made.map(({ health }) => health?.url),
      made.map(({ health }) => health?.failingSince?.toISOString()),
      made.map(({ health }) => health?.pause?.until.toISOString()),
      made.map(({ health }) => health?.pause?.reason),
      made.map(({ health }) => health?.pause?.busyPauses),
    ])) as readonly FailingRow[];
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      subscriberId: row.subscriber_id,
      failingSince: storedDate(row.failing_since),
      failingNoticedAt: storedDateOrNull(row.failing_noticed_at),
    }));
  };
}

/** All attempts that failed, and one of each subscriber's URL that succeeded: more would say the same. */
function withoutRepeats(finished: readonly FinishedDelivery[]): readonly FinishedDelivery[] {
  const failed = finished.filter(({ health }) => health !== null && health.failingSince !== null);
  const succeeded = finished.filter(({ health }) => health?.failingSince === null);
  const ofEach = new Map(
    succeeded.map((each) => [
      JSON.stringify([each.tenantId, each.subscriberId, each.health?.url]),
      each,
    ]),
  );
  return [...failed, ...ofEach.values()];
}

interface FailingRow {
  readonly tenant_id: string;
  readonly subscriber_id: string;
  readonly failing_since: unknown;
  readonly failing_noticed_at: unknown;
}

/**
 * A success of the batch clears the failures of its subscriber, and ends a trial unless the batch pauses it again. Only the subscribers that
 * change, and that still have the URL which was attempted, are written. They are locked in the order of their keys, so two batches may wait for each other but never both.
 *
 * A worker with a clock that is ahead must not disable a subscriber that just began to fail, so it gets a beginning that is later by the same time.
 */
function healthStatement(schema: string): Statement {
  return statement(
    'queue_health',
    `with told as materialized (
       select tenant_id, subscriber_id, url, bool_or(failing_since is null) as succeeded,
         min(failing_since) as failing_since, max(failing_since) as failed_at, max(paused_until) as paused_until,
         (array_agg(pause_reason order by paused_until desc nulls last))[1] as pause_reason, max(busy_pauses) as busy_pauses
       from unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::integer[])
         as made (tenant_id, subscriber_id, url, failing_since, paused_until, pause_reason, busy_pauses)
       group by tenant_id, subscriber_id, url order by tenant_id, subscriber_id
     ),
     changing as materialized (
       select told.* from told cross join lateral (
         select from ${schema}.subscribers
         where tenant_id = told.tenant_id and subscriber_id = told.subscriber_id and url = told.url
           and ((failing_since is null) <> told.succeeded or told.failing_since < failing_since
             or told.paused_until is not null or on_trial and told.succeeded)
         for update
       ) as subscriber
     ),
     marked as (
       update ${schema}.subscribers as subscriber
       set failing_since = case when not succeeded then least(subscriber.failing_since, changing.failing_since) end,
         paused_until = greatest(subscriber.paused_until, changing.paused_until),
         pause_reason = case when changing.paused_until < subscriber.paused_until then subscriber.pause_reason
           else coalesce(changing.pause_reason, subscriber.pause_reason) end,
         busy_pauses = coalesce(changing.busy_pauses, case when not succeeded then subscriber.busy_pauses else 0 end),
         on_trial = changing.paused_until is not null or on_trial and not succeeded
       from changing where subscriber.tenant_id = changing.tenant_id and subscriber.subscriber_id = changing.subscriber_id
     )
     select told.tenant_id, told.subscriber_id, subscriber.failing_noticed_at,
       least(subscriber.failing_since, told.failing_since)
         + greatest(failed_at - clock_timestamp() - interval '1 minute', interval '0') as failing_since
     from told cross join lateral (
       select failing_since, failing_noticed_at from ${schema}.subscribers
       where tenant_id = told.tenant_id and subscriber_id = told.subscriber_id and url = told.url limit 1
     ) as subscriber
     where not told.succeeded`,
  );
}

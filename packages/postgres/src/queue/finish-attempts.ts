import type { FailingSubscriber, FinishedAttempt } from '@stepward/core/adapter';
import { PUBLICATION, publishCounts } from './lease-counts.js';
import { parameterSql, parameterValues } from '../connection/parameters.js';
import { PRIORITIES } from './priorities.js';
import { DELIVERY_KEY, sameKey, SUBSCRIBER_KEY } from './same-key.js';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { Publication } from './worker-leases.js';

/**
 * One statement that records a batch of attempts. The deliveries are held in one order, and the
 * subscribers that change in one order after them, so that two batches may wait for each other but
 * never both. A delivery changes where it is still leased to that owner for that attempt: it waits for its next
 * attempt, or moves from the queue to the log. Only then does the attempt count for its subscriber, and its event is
 * to be appended. The attempt is logged all the same: an `interrupted` one is overwritten with the real result. A
 * success has no `failing_since`, and ends the trial of its subscriber.
 */
export function finishStatement(schema: string): Statement {
  const columns = COLUMNS.map(([name]) => name).join(', ');
  const arrays = COLUMNS.map(([, type], index) => `$${String(index + 1)}::${type}[]`).join(', ');
  const publication = parameterSql(PUBLICATION, COLUMNS.length + 1);
  /** What the worker has left; no row where that is not to be published. */
  const left = `select ${publication.counts} as counts where ${publication.counts} is not null`;
  return statement(
    'queue_finish',
    `with held as materialized (
      select made.*, delivery.owner as holder, delivery.attempts as holding, delivery.event_id, delivery.event_type,
        delivery.created_at, delivery.replay_of
      from (
        select * from unnest(${arrays}) as made (${columns}) order by tenant_id, subscriber_id,
          delivery_id
      ) as made
      left join lateral (
        select owner, attempts, event_id, event_type, created_at, replay_of from ${schema}.pending_deliveries
        where tenant_id = made.tenant_id and subscriber_id = made.subscriber_id
          and delivery_id = made.delivery_id
        for update
      ) as delivery on true
    ),
    logged as (
      insert into ${schema}.attempts as attempt (tenant_id, delivery_id, number, started_at,
        duration_ms, status_code, failure, response_body)
      select tenant_id, delivery_id, number, started_at, duration_ms, status_code, failure,
        response_body
      from held
      where event_id is not null or (
        select delivery_id from ${schema}.deliveries
        where tenant_id = held.tenant_id and subscriber_id = held.subscriber_id
          and delivery_id = held.delivery_id
        limit 1
      ) is not null
      on conflict (tenant_id, delivery_id, number) do update
      set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
        status_code = excluded.status_code, failure = excluded.failure,
        response_body = excluded.response_body
      where attempt.failure = 'interrupted'
    ),
    settled as materialized (
      select * from held where holder = owner and holding = number
    ),
    retried as (
      update ${schema}.pending_deliveries as delivery
      set priority = ${String(PRIORITIES.late)}, due_at = settled.due_at, owner = null, claimed_at = null
      from settled
      where settled.status = 'pending' and ${sameKey('delivery', 'settled', DELIVERY_KEY)}
    ),
    removed as (
      delete from ${schema}.pending_deliveries as delivery using settled
      where settled.status <> 'pending' and ${sameKey('delivery', 'settled', DELIVERY_KEY)}
    ),
    ended as (
      insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status,
        attempts, created_at, finished_at, replay_of)
      select tenant_id, subscriber_id, delivery_id, event_id, event_type, status, number, created_at,
        finished_at, replay_of
      from settled where status <> 'pending'
    ),
    outcomes as materialized (
      select tenant_id, subscriber_id, bool_or(failing_since is null) as succeeded,
        min(failing_since) as failing_since
      from settled group by tenant_id, subscriber_id
    ),
    turned as materialized (
      select subscriber.*, outcome.succeeded,
        case when not outcome.succeeded then outcome.failing_since end as since
      from (select * from outcomes order by tenant_id, subscriber_id) as outcome
      cross join lateral (
        select tenant_id, subscriber_id from ${schema}.subscribers
        where tenant_id = outcome.tenant_id and subscriber_id = outcome.subscriber_id
          and ((failing_since is null) <> outcome.succeeded or (on_trial and outcome.succeeded))
        for update
      ) as subscriber
    ),
    marked as (
      update ${schema}.subscribers as subscriber set failing_since = turned.since, on_trial = on_trial and not turned.succeeded
      from turned
      where ${sameKey('subscriber', 'turned', SUBSCRIBER_KEY)}
    ),
    ${publishCounts(schema, publication, left)}
    select outcomes.tenant_id, outcomes.subscriber_id, null as delivery_id,
      coalesce(subscriber.failing_since, outcomes.failing_since) as failing_since,
      subscriber.failing_noticed_at
    from outcomes cross join lateral (
      select failing_since, failing_noticed_at from ${schema}.subscribers
      where tenant_id = outcomes.tenant_id and subscriber_id = outcomes.subscriber_id limit 1
    ) as subscriber
    where not outcomes.succeeded
    union all
    select tenant_id, subscriber_id, delivery_id, null, null from settled where has_event`,
  );
}

/** The columns of an attempt as parameters: name, type, value. */
const COLUMNS: readonly (readonly [string, string, (made: FinishedAttempt) => unknown])[] = [
  ['tenant_id', 'text', ({ tenantId }) => tenantId],
  ['delivery_id', 'uuid', ({ deliveryId }) => deliveryId],
  ['subscriber_id', 'uuid', ({ subscriberId }) => subscriberId],
  ['owner', 'text', ({ owner }) => owner],
  ['number', 'integer', ({ log }) => log.number],
  ['started_at', 'timestamptz', ({ log }) => log.startedAt],
  ['duration_ms', 'integer', ({ log }) => log.durationMs],
  ['status_code', 'integer', ({ log }) => log.statusCode],
  ['failure', 'text', ({ log }) => log.failure],
  ['response_body', 'text', ({ log }) => log.responseBody],
  ['status', 'text', ({ next }) => next.status],
  ['due_at', 'timestamptz', ({ next }) => next.dueAt],
  ['finished_at', 'timestamptz', ({ next }) => next.finishedAt],
  ['failing_since', 'timestamptz', ({ failingSince }) => failingSince],
  ['has_event', 'boolean', ({ event }) => event !== null],
];

/**
 * One array for each column.
 *
 * @param publication null where nothing is to be published
 */
export function finishValues(
  attempts: readonly FinishedAttempt[],
  publication: Publication | null,
): unknown[] {
  const columns = COLUMNS.map(([, , valueOf]) => attempts.map(valueOf));
  return [...columns, ...parameterValues(PUBLICATION, publication)];
}

export function readFailing(rows: readonly unknown[]): readonly FailingSubscriber[] {
  return (rows as readonly FinishedRow[])
    .filter((row) => row.delivery_id === null)
    .map((row) => ({
      tenantId: row.tenant_id,
      subscriberId: row.subscriber_id,
      failingSince: storedDate(row.failing_since),
      failingNoticedAt: storedDateOrNull(row.failing_noticed_at),
    }));
}

/** The attempts whose delivery has changed, and whose event is to be appended with it. */
export function attemptsToTell(
  rows: readonly unknown[],
  attempts: readonly FinishedAttempt[],
): readonly FinishedAttempt[] {
  const settled = new Set(
    (rows as readonly FinishedRow[]).map((row) => `${row.tenant_id} ${String(row.delivery_id)}`),
  );
  return attempts.filter(
    ({ tenantId, deliveryId, event }) => event !== null && settled.has(`${tenantId} ${deliveryId}`),
  );
}

/** A subscriber that fails, or a delivery that has an event. */
interface FinishedRow {
  readonly tenant_id: string;
  readonly subscriber_id: string;
  readonly delivery_id: string | null;
  readonly failing_since: unknown;
  readonly failing_noticed_at: unknown;
}

import {
  attemptDuration,
  type FailingSubscriber,
  type FinishedAttempt,
} from '@stepward/core/adapter';
import { PRIORITIES } from './priorities.js';
import { statement, type Statement } from './statement.js';
import { storedDate, storedDateOrNull } from './stored-values.js';

/**
 * One statement that records a batch of attempts. The deliveries are held in one order, and the
 * subscribers that change in one order after them, so that two batches may wait for each other but
 * never both. A delivery changes where it is still leased to that owner for that attempt, and only
 * then does the attempt count for its subscriber. The log's entry is written all the same: an `interrupted`
 * one is overwritten with the real result.
 */
export function finishStatement(schema: string): Statement {
  const columns = COLUMNS.map(([name]) => name).join(', ');
  const arrays = COLUMNS.map(([, type], index) => `$${String(index + 1)}::${type}[]`).join(', ');
  return statement(
    'queue_finish',
    `with held as materialized (
      select made.*, delivery.owner as holder, delivery.attempts as holding
      from (
        select * from unnest(${arrays}) as made (${columns}) order by tenant_id, subscriber_id,
          delivery_id
      ) as made
      cross join lateral (
        select owner, attempts from ${schema}.deliveries
        where tenant_id = made.tenant_id and subscriber_id = made.subscriber_id
          and delivery_id = made.delivery_id
        for update
      ) as delivery
    ),
    logged as (
      insert into ${schema}.attempts as attempt (tenant_id, delivery_id, number, started_at,
        duration_ms, status_code, failure, response_body)
      select tenant_id, delivery_id, number, started_at, duration_ms, status_code, failure,
        response_body
      from held
      on conflict (tenant_id, delivery_id, number) do update
      set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
        status_code = excluded.status_code, failure = excluded.failure,
        response_body = excluded.response_body
      where attempt.failure = 'interrupted'
    ),
    settled as (
      update ${schema}.deliveries as delivery
      set status = held.status, priority = ${String(PRIORITIES.late)}, due_at = held.due_at, owner = null,
        claimed_at = null,
        finished_at = case when held.status <> 'pending' then held.finished_at end
      from held
      where held.holder = held.owner and held.holding = held.number
        and delivery.tenant_id = held.tenant_id and delivery.subscriber_id = held.subscriber_id
        and delivery.delivery_id = held.delivery_id
      returning held.tenant_id, held.subscriber_id, held.started_at, held.status
    ),
    outcomes as materialized (
      select tenant_id, subscriber_id, bool_or(status = 'delivered') as succeeded,
        min(started_at) as failing_since
      from settled group by tenant_id, subscriber_id
    ),
    turned as materialized (
      select subscriber.*, case when not outcome.succeeded then outcome.failing_since end as since
      from (select * from outcomes order by tenant_id, subscriber_id) as outcome
      cross join lateral (
        select tenant_id, subscriber_id from ${schema}.subscribers
        where tenant_id = outcome.tenant_id and subscriber_id = outcome.subscriber_id
          and (failing_since is null) <> outcome.succeeded
        for update
      ) as subscriber
    ),
    marked as (
      update ${schema}.subscribers as subscriber set failing_since = turned.since
      from turned
      where subscriber.tenant_id = turned.tenant_id
        and subscriber.subscriber_id = turned.subscriber_id
    )
    select outcomes.tenant_id, outcomes.subscriber_id,
      coalesce(subscriber.failing_since, outcomes.failing_since) as failing_since,
      subscriber.failing_noticed_at
    from outcomes cross join lateral (
      select failing_since, failing_noticed_at from ${schema}.subscribers
      where tenant_id = outcomes.tenant_id and subscriber_id = outcomes.subscriber_id limit 1
    ) as subscriber
    where not outcomes.succeeded`,
  );
}

/** The columns of an attempt as they are handed over: name, type, value. */
const COLUMNS: readonly (readonly [string, string, (made: FinishedAttempt) => unknown])[] = [
  ['tenant_id', 'text', ({ tenantId }) => tenantId],
  ['delivery_id', 'uuid', ({ deliveryId }) => deliveryId],
  ['subscriber_id', 'uuid', ({ subscriberId }) => subscriberId],
  ['owner', 'text', ({ owner }) => owner],
  ['number', 'integer', ({ attempt }) => attempt],
  ['started_at', 'timestamptz', ({ startedAt }) => startedAt],
  ['finished_at', 'timestamptz', ({ finishedAt }) => finishedAt],
  ['duration_ms', 'integer', ({ startedAt, finishedAt }) => attemptDuration(startedAt, finishedAt)],
  [
    'status_code',
    'integer',
    ({ outcome }) => (outcome.type === 'answered' ? outcome.status : null),
  ],
  ['failure', 'text', ({ outcome }) => (outcome.type === 'failed' ? outcome.reason : null)],
  ['response_body', 'text', ({ outcome }) => (outcome.type === 'answered' ? outcome.body : '')],
  ['status', 'text', ({ decision }) => decision.status],
  [
    'due_at',
    'timestamptz',
    ({ decision }) => (decision.status === 'pending' ? decision.dueAt : null),
  ],
];

/** One array for each column. */
export function finishValues(attempts: readonly FinishedAttempt[]): unknown[] {
  return COLUMNS.map(([, , valueOf]) => attempts.map(valueOf));
}

export function readFailing(rows: readonly unknown[]): readonly FailingSubscriber[] {
  return (rows as readonly FailingRow[]).map((row) => ({
    tenantId: row.tenant_id,
    subscriberId: row.subscriber_id,
    failingSince: storedDate(row.failing_since),
    failingNoticedAt: storedDateOrNull(row.failing_noticed_at),
  }));
}

interface FailingRow {
  readonly tenant_id: string;
  readonly subscriber_id: string;
  readonly failing_since: unknown;
  readonly failing_noticed_at: unknown;
}

import type {
  FailingSubscriber,
  FinishedDelivery,
  FinishOutcome,
  SubscriberHealth,
  SubscriberKey,
} from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { fieldsOf } from '../rows/index.js';
import { appendEvent, ATTEMPT } from '../webhooks/index.js';
import { freeNext } from './ordered-deliveries.js';

/** Stores results in shards that the worker owns: see `DeliveryQueue.finish`. Returns those that were stored. */
export function finishDeliveries(
  sql: Sql,
  finished: readonly FinishedDelivery[],
): {
  readonly stored: ReadonlySet<FinishedDelivery>;
  readonly failing: FinishOutcome['failing'];
  readonly freed: FinishOutcome['freed'];
} {
  const stored = new Set(finished.filter((each) => finishOne(sql, each)));
  const attempted = [...stored].flatMap(({ tenantId, subscriberId, health }) =>
    health === null ? [] : [{ key: { tenantId, subscriberId, url: health.url }, health }],
  );
  // A success that is stored together with failures ends them.
  const failures = attempted.filter(({ health }) => health.failingSince !== null);
  const successes = attempted.filter(({ health }) => health.failingSince === null);
  for (const { key, health } of [...failures, ...successes]) recordOutcome(sql, key, health);
  const pauses = attempted.flatMap(({ key, health: { pause } }) => (pause ? [{ key, pause }] : []));
  const byCount = pauses.toSorted((one, other) => one.pause.busyPauses - other.pause.busyPauses);
  for (const { key, pause } of byCount) recordPause(sql, key, pause);
  const keys = new Map(failures.map(({ key }) => [JSON.stringify(key), key]));
  return {
    stored,
    failing: [...keys.values()].flatMap((key) => failingSubscriber(sql, key)),
    // Of several that end an order at once, the first one counts.
    freed: [...stored].toSorted(byEnd).flatMap((each) => freeNext(sql, each) ?? []),
  };
}

function byEnd(one: FinishedDelivery, other: FinishedDelivery): number {
  return Number(one.next.finishedAt) - Number(other.next.finishedAt);
}

/** Returns false if the delivery has changed since it was read: nothing is stored then. */
function finishOne(sql: Sql, finished: FinishedDelivery): boolean {
  const { tenantId, subscriberId, deliveryId, attempts, log, next, event } = finished;
  const key = { tenantId, subscriberId, deliveryId };
  const changed = sql.run(
    `update stepward_deliveries set status = @status, due_at = @dueAt, finished_at = @finishedAt,
        attempts = @number, is_late = true
      where tenant_id = @tenantId and subscriber_id = @subscriberId and delivery_id = @deliveryId
        and status = 'pending' and attempts = @attempts`,
    { ...key, ...next, attempts, number: log?.number ?? attempts },
  );
  if (changed === 0) return false;
  if (log !== null) {
    sql.run(
      `insert into stepward_attempts (tenant_id, subscriber_id, delivery_id, ${ATTEMPT.columns})
        values (@tenantId, @subscriberId, @deliveryId, ${ATTEMPT.parameters})`,
      { ...ATTEMPT.values(log), ...key },
    );
  }
  if (event !== null) appendEvent(sql, tenantId, event);
  return true;
}

/** A subscriber where it still has the URL that was attempted. */
type AttemptedKey = SubscriberKey & Pick<SubscriberHealth, 'url'>;

const IS_ATTEMPTED = 'tenant_id = @tenantId and subscriber_id = @subscriberId and url = @url';

/** An earlier failure counts. A success ends the failures and the trial, but no pause. */
function recordOutcome(sql: Sql, key: AttemptedKey, { failingSince }: SubscriberHealth): void {
  sql.run(
    `update stepward_subscribers set
        failing_since = min(coalesce(failing_since, @failingSince), @failingSince),
        busy_pauses = iif(@failingSince is null, 0, busy_pauses),
        on_trial = on_trial and @failingSince is not null
      where ${IS_ATTEMPTED}`,
    { ...key, failingSince },
  );
}

/** A later pause counts. It begins a trial, also where a success is stored together with it. */
function recordPause(
  sql: Sql,
  key: AttemptedKey,
  pause: NonNullable<SubscriberHealth['pause']>,
): void {
  sql.run(
    `update stepward_subscribers set
        paused_until = max(coalesce(paused_until, @pausedUntil), @pausedUntil),
        pause_reason = iif(@pausedUntil < paused_until, pause_reason, @pauseReason),
        busy_pauses = @busyPauses,
        on_trial = true
      where ${IS_ATTEMPTED}`,
    {
      ...key,
      ...{ pausedUntil: pause.until, pauseReason: pause.reason, busyPauses: pause.busyPauses },
    },
  );
}

const FAILING = fieldsOf<Omit<FailingSubscriber, keyof SubscriberKey>>({
  failingSince: 'time',
  failingNoticedAt: 'time',
});

function failingSubscriber(sql: Sql, key: AttemptedKey): readonly FailingSubscriber[] {
  const row = sql.first(
    `select ${FAILING.selected} from stepward_subscribers
      where ${IS_ATTEMPTED} and failing_since is not null`,
    { ...key },
  );
  const { tenantId, subscriberId } = key;
  return row === undefined ? [] : [{ tenantId, subscriberId, ...FAILING.read(row) }];
}

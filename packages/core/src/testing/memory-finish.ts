import type { FailingSubscriber, FinishedAttempt } from '../ports/webhook-storage.js';
import { earlier, msBetween } from '../shared/duration.js';
import { attemptDuration } from '../webhooks/attempt-duration.js';
import type { Attempt, Delivery } from '../webhooks/delivery.js';
import { tellExhausted } from './memory-webhook-stores.js';
import type { QueuedDelivery, WebhookTables } from './memory-webhook-tables.js';

/** Records attempts: see `DeliveryQueue.finish`. */
export function finishAttempts(
  tenants: ReadonlyMap<string, WebhookTables>,
  finished: readonly FinishedAttempt[],
): readonly FailingSubscriber[] {
  const failing = new Map<string, FailingSubscriber>();
  const inOrder = finished.toSorted((left, right) => msBetween(right.finishedAt, left.finishedAt));
  for (const attempt of inOrder) {
    const tables = tenants.get(attempt.tenantId);
    if (tables === undefined || !finishOne(tables, attempt)) continue;
    const { tenantId, subscriberId } = attempt;
    const health = recordHealth(tables, attempt);
    const key = `${tenantId} ${subscriberId}`;
    if (health === null) failing.delete(key);
    else failing.set(key, { tenantId, subscriberId, ...health });
  }
  return [...failing.values()];
}

/** Returns the log with the attempt added. An `interrupted` row of that number is overwritten with the real result. */
export function withAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const known = attempts.find(({ number }) => number === attempt.number);
  if (known !== undefined && known.failure !== 'interrupted') return attempts;
  const others = attempts.filter((each) => each !== known);
  return [...others, attempt].sort((left, right) => left.number - right.number);
}

/** Returns false if another owner holds the lease by now: only the log has changed then. */
function finishOne(tables: WebhookTables, finished: FinishedAttempt): boolean {
  const { deliveries } = tables;
  const queued = deliveries.get(finished.deliveryId);
  if (queued === undefined) return false;
  const attempts = withAttempt(queued.attempts, toAttempt(finished));
  const isOurs =
    queued.lease?.owner === finished.owner && queued.delivery.attempts === finished.attempt;
  const logged: QueuedDelivery = { ...queued, attempts };
  const delivery = isOurs ? decided(queued.delivery, finished) : queued.delivery;
  const lease = isOurs ? null : queued.lease;
  deliveries.set(finished.deliveryId, { ...logged, delivery, lease });
  if (isOurs && delivery.status === 'exhausted') {
    tellExhausted(tables, finished.tenantId, delivery, finished.finishedAt);
  }
  return isOurs;
}

function decided(delivery: Delivery, { decision, finishedAt }: FinishedAttempt): Delivery {
  return decision.status === 'pending'
    ? { ...delivery, dueAt: decision.dueAt }
    : { ...delivery, status: decision.status, dueAt: null, finishedAt };
}

/** Returns since when the attempt's subscriber has been failing and what was reported; null if it works or was deleted. */
function recordHealth(
  { subscribers }: WebhookTables,
  { subscriberId, decision, startedAt }: FinishedAttempt,
): Pick<FailingSubscriber, 'failingSince' | 'failingNoticedAt'> | null {
  const subscriber = subscribers.get(subscriberId);
  if (subscriber === undefined) return null;
  const failingSince =
    decision.status === 'delivered' ? null : earlier(subscriber.failingSince, startedAt);
  subscribers.set(subscriberId, { ...subscriber, failingSince });
  const { failingNoticedAt } = subscriber;
  return failingSince && { failingSince, failingNoticedAt };
}

function toAttempt({ attempt, startedAt, finishedAt, outcome }: FinishedAttempt): Attempt {
  const durationMs = attemptDuration(startedAt, finishedAt);
  const timed = { number: attempt, startedAt, durationMs };
  return outcome.type === 'answered'
    ? { ...timed, statusCode: outcome.status, failure: null, responseBody: outcome.body }
    : { ...timed, statusCode: null, failure: outcome.reason, responseBody: '' };
}

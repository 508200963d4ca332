import type { Attempt } from '@stepward/core';
import { earlier, type FailingSubscriber, type FinishedAttempt } from '@stepward/core/adapter';
import { appendEvent, type QueuedDelivery, type WebhookTables } from './memory-webhook-tables.js';

/** Records attempts: see `DeliveryQueue.finish`. */
export function finishAttempts(
  tenants: ReadonlyMap<string, WebhookTables>,
  finished: readonly FinishedAttempt[],
): readonly FailingSubscriber[] {
  const failing = new Map<string, FailingSubscriber>();
  const failures = finished.filter(({ failingSince }) => failingSince !== null);
  const successes = finished.filter(({ failingSince }) => failingSince === null);
  for (const attempt of [...failures, ...successes]) {
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
  const attempts = withAttempt(queued.attempts, finished.log);
  const isOurs =
    queued.lease?.owner === finished.owner && queued.delivery.attempts === finished.log.number;
  const logged: QueuedDelivery = { ...queued, attempts };
  const delivery = isOurs ? { ...queued.delivery, ...finished.next } : queued.delivery;
  const lease = isOurs ? null : queued.lease;
  deliveries.set(finished.deliveryId, { ...logged, delivery, lease });
  if (isOurs && finished.event !== null) appendEvent(tables, finished.event);
  return isOurs;
}

/** Returns since when the attempt's subscriber has been failing and what was reported; null if it works or was deleted. */
function recordHealth(
  { subscribers, trials }: WebhookTables,
  { subscriberId, failingSince: since }: FinishedAttempt,
): Pick<FailingSubscriber, 'failingSince' | 'failingNoticedAt'> | null {
  const subscriber = subscribers.get(subscriberId);
  if (subscriber === undefined) return null;
  if (since === null) trials.delete(subscriberId);
  const failingSince = since && earlier(subscriber.failingSince, since);
  subscribers.set(subscriberId, { ...subscriber, failingSince });
  const { failingNoticedAt } = subscriber;
  return failingSince && { failingSince, failingNoticedAt };
}

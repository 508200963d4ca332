import type { Attempt, Subscriber } from '@stepward/core';
import {
  earlier,
  type FailingSubscriber,
  type FinishedDelivery,
  type PendingDelivery,
  pendingOf,
  type SubscriberHealth,
} from '@stepward/core/adapter';
import { appendEvent, orderedDeliveries, type WebhookTables } from './memory-webhook-tables.js';

/** Stores results in shards that the worker owns: see `DeliveryQueue.finish`. Returns those that were stored. */
export function finishDeliveries(
  tenants: ReadonlyMap<string, WebhookTables>,
  finished: readonly FinishedDelivery[],
): {
  readonly stored: ReadonlySet<FinishedDelivery>;
  readonly failing: readonly FailingSubscriber[];
  readonly freed: readonly PendingDelivery[];
} {
  const stored = new Set<FinishedDelivery>();
  const failing = new Map<string, FailingSubscriber>();
  const failures = finished.filter(({ health }) => health?.failingSince !== null);
  const successes = finished.filter(({ health }) => health?.failingSince === null);
  for (const each of [...failures, ...successes]) {
    const { tenantId, subscriberId, health } = each;
    const tables = tenants.get(tenantId);
    if (tables === undefined || !finishOne(tables, each)) continue;
    stored.add(each);
    if (health === null) continue;
    const subscriber = attemptedSubscriber(tables, subscriberId, health);
    if (subscriber === null) continue;
    const since = recordOutcome(tables, subscriber, health);
    const key = `${tenantId} ${subscriberId}`;
    const { failingNoticedAt } = subscriber;
    if (since === null) failing.delete(key);
    else failing.set(key, { tenantId, subscriberId, failingSince: since, failingNoticedAt });
  }
  const byCount = [...stored].toSorted((one, other) => pausesOf(one) - pausesOf(other));
  for (const each of byCount) {
    const tables = tenants.get(each.tenantId);
    if (tables !== undefined) recordPause(tables, each);
  }
  // Of several that end an order at once, the first one counts.
  const byEnd = [...stored].toSorted((one, other) => endOf(one) - endOf(other));
  const freed = byEnd.flatMap((each) => freeNext(tenants, each));
  return { stored, failing: [...failing.values()], freed };
}

/** Returns false if the delivery has changed since it was read: nothing is stored then. */
function finishOne(
  tables: WebhookTables,
  { deliveryId, attempts, log, next, event }: FinishedDelivery,
): boolean {
  const { deliveries } = tables;
  const queued = deliveries.get(deliveryId);
  if (queued?.delivery.status !== 'pending' || queued.delivery.attempts !== attempts) return false;
  const made: readonly Attempt[] = log === null ? queued.attempts : [...queued.attempts, log];
  const delivery = { ...queued.delivery, ...next, attempts: log?.number ?? attempts };
  deliveries.set(deliveryId, { ...queued, delivery, isLate: true, attempts: made });
  if (event !== null) appendEvent(tables, event);
  return true;
}

function endOf({ next: { finishedAt } }: FinishedDelivery): number {
  return finishedAt?.getTime() ?? Infinity;
}

/** Lets the next of a key come due, where an ordered delivery has ended; returns it. */
function freeNext(
  tenants: ReadonlyMap<string, WebhookTables>,
  { tenantId, subscriberId, deliveryId, next: { finishedAt } }: FinishedDelivery,
): readonly PendingDelivery[] {
  const tables = tenants.get(tenantId);
  const ended = tables?.deliveries.get(deliveryId);
  if (tables === undefined || finishedAt === null) return [];
  if (ended?.isOrdered !== true || ended.orderingKey === null) return [];
  const [first] = orderedDeliveries(tables, subscriberId, ended.orderingKey);
  if (first === undefined || first.delivery.dueAt !== null) return [];
  const delivery = { ...first.delivery, dueAt: finishedAt };
  tables.deliveries.set(delivery.id, { ...first, delivery });
  return [pendingOf(tenantId, delivery, first.isLate)].flatMap((freed) => freed ?? []);
}

/** The subscriber that an attempt went to; null where it was deleted or has another URL by now. */
function attemptedSubscriber(
  { subscribers }: WebhookTables,
  subscriberId: string,
  { url }: SubscriberHealth,
): Subscriber | null {
  const subscriber = subscribers.get(subscriberId);
  return subscriber?.url === url ? subscriber : null;
}

/** Returns since when the subscriber has been failing; null if it works. */
function recordOutcome(
  { subscribers, trials }: WebhookTables,
  subscriber: Subscriber,
  { failingSince: since }: SubscriberHealth,
): Date | null {
  if (since === null) trials.delete(subscriber.id);
  const failingSince = since && earlier(subscriber.failingSince, since);
  subscribers.set(subscriber.id, { ...subscriber, failingSince });
  return failingSince;
}

function pausesOf({ health }: FinishedDelivery): number {
  return health?.pause?.busyPauses ?? 0;
}

/** Pauses a subscriber, and begins its trial: also where a success is stored together with it. */
function recordPause(tables: WebhookTables, { subscriberId, health }: FinishedDelivery): void {
  const { subscribers, trials } = tables;
  const subscriber = health && attemptedSubscriber(tables, subscriberId, health);
  const pause = health?.pause ?? null;
  if (subscriber === null || pause === null) return;
  const { paused: before } = subscriber;
  const isLonger = before === null || pause.until >= before.until;
  const paused = isLonger ? { until: pause.until, reason: pause.reason } : before;
  subscribers.set(subscriberId, { ...subscriber, paused });
  trials.set(subscriberId, pause.busyPauses);
}

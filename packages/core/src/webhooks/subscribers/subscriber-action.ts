import { failingNotice, hasFailedTooLong, type FailingSubscriber } from './failing-subscriber.js';
import type { PendingDelivery } from '../pending-delivery.js';

/**
 * What is to be done about a subscriber once its attempts are recorded. An action that is lost, because the process
 * dies before it, comes again with the next such answer or failure.
 */
export type SubscriberAction = {
  readonly tenantId: string;
  readonly subscriberId: string;
} & (
  | {
      readonly type: 'disable_gone';
      /** The delivery that was answered with 410, or with `webhook-delivery: disable`. */
      readonly deliveryId: string;
      /** The URL that answered. */
      readonly url: string;
      readonly statusCode: number;
    }
  | { readonly type: 'disable_failing'; readonly failingSince: Date }
  | { readonly type: 'notice_failing' }
);

/** An answer that says that the subscriber is gone. */
export interface GoneAnswer {
  readonly delivery: Pick<PendingDelivery, 'tenantId' | 'subscriberId' | 'deliveryId'>;
  /** The URL that answered. */
  readonly url: string;
  readonly statusCode: number;
}

/**
 * Returns the actions that recorded attempts ask for, at most one for each subscriber. A subscriber that is gone has priority.
 */
export function subscriberActions(
  gone: readonly GoneAnswer[],
  failing: readonly FailingSubscriber[],
  now: Date,
): readonly SubscriberAction[] {
  const ofFailing = failing.flatMap((subscriber) => actionOnFailing(subscriber, now) ?? []);
  const actions = new Map<string, SubscriberAction>();
  for (const action of [...gone.map(disableGone), ...ofFailing]) {
    const subscriber = `${action.subscriberId} ${action.tenantId}`;
    if (!actions.has(subscriber)) actions.set(subscriber, action);
  }
  return [...actions.values()];
}

function disableGone({ delivery, url, statusCode }: GoneAnswer): SubscriberAction {
  const { tenantId, subscriberId, deliveryId } = delivery;
  return { type: 'disable_gone', tenantId, subscriberId, deliveryId, url, statusCode };
}

function actionOnFailing(subscriber: FailingSubscriber, now: Date): SubscriberAction | null {
  const { tenantId, subscriberId, failingSince } = subscriber;
  if (hasFailedTooLong(failingSince, now)) {
    return { type: 'disable_failing', tenantId, subscriberId, failingSince };
  }
  if (failingNotice(subscriber, now) === null) return null;
  return { type: 'notice_failing', tenantId, subscriberId };
}

import { failingNotice, hasFailedTooLong, type FailingSubscriber } from './failing-subscriber.js';
import type { DueAttempt } from './due-attempt.js';
import type { AttemptDecision } from './record-attempt.js';

/**
 * What is to be done about a subscriber once its attempts are recorded. An action that is lost, because the process
 * dies before it, comes again with the next 410 or failure.
 */
export type SubscriberAction = {
  readonly tenantId: string;
  readonly subscriberId: string;
} & (
  | {
      readonly type: 'disable_gone';
      /** The delivery that was answered with 410. */
      readonly deliveryId: string;
      /** The URL that answered. */
      readonly url: string;
    }
  | { readonly type: 'disable_failing'; readonly failingSince: Date }
  | { readonly type: 'notice_failing' }
);

/** A recorded attempt, and what was decided after it. */
export interface DecidedAttempt {
  readonly attempt: DueAttempt;
  readonly decision: AttemptDecision;
}

/** Returns the actions that recorded attempts ask for, at most one for each subscriber. A 410 has priority. */
export function subscriberActions(
  decided: readonly DecidedAttempt[],
  failing: readonly FailingSubscriber[],
  now: Date,
): readonly SubscriberAction[] {
  const ofGone = decided.flatMap(({ attempt, decision }) =>
    decision.status === 'exhausted' && decision.isSubscriberGone ? [disableGone(attempt)] : [],
  );
  const ofFailing = failing.flatMap((subscriber) => actionOnFailing(subscriber, now) ?? []);
  const actions = new Map<string, SubscriberAction>();
  for (const action of [...ofGone, ...ofFailing]) {
    const subscriber = `${action.subscriberId} ${action.tenantId}`;
    if (!actions.has(subscriber)) actions.set(subscriber, action);
  }
  return [...actions.values()];
}

function disableGone({ delivery, subscriber: { url } }: DueAttempt): SubscriberAction {
  const { tenantId, subscriberId, deliveryId } = delivery;
  return { type: 'disable_gone', tenantId, subscriberId, deliveryId, url };
}

function actionOnFailing(subscriber: FailingSubscriber, now: Date): SubscriberAction | null {
  const { tenantId, subscriberId, failingSince } = subscriber;
  if (hasFailedTooLong(failingSince, now)) {
    return { type: 'disable_failing', tenantId, subscriberId, failingSince };
  }
  if (failingNotice(subscriber, now) === null) return null;
  return { type: 'notice_failing', tenantId, subscriberId };
}

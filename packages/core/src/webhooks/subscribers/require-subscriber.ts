import { err, ok, type Result } from 'neverthrow';
import type { Subscriber } from './subscriber.js';

/** The tenant has no such subscriber. Another tenant's subscriber gets the same answer. */
export interface SubscriberNotFound {
  readonly code: 'subscriber_not_found';
}

/** The subscriber is disabled, so nothing is sent to it. */
export interface SubscriberDisabled {
  readonly code: 'subscriber_disabled';
}

export function requireSubscriber(
  subscriber: Subscriber | null,
): Result<Subscriber, SubscriberNotFound> {
  return subscriber === null ? err({ code: 'subscriber_not_found' }) : ok(subscriber);
}

export function requireEnabled(
  subscriber: Subscriber | null,
): Result<Subscriber, SubscriberNotFound | SubscriberDisabled> {
  return requireSubscriber(subscriber).andThen((known) =>
    known.enabled ? ok(known) : err({ code: 'subscriber_disabled' as const }),
  );
}

import { err, ok, type Result } from 'neverthrow';
import type { Subscriber } from './subscriber.js';
import type { Page, PageRequest } from '../../shared/lists/page.js';

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

/** A store of subscribers, as this look-up needs it. */
interface SubscriberList {
  list(filter: { readonly subscriberId: string }, page: PageRequest): Promise<Page<Subscriber>>;
}

/** Returns a subscriber of the tenant; null for none. */
export async function findSubscriber(
  { subscribers }: { readonly subscribers: SubscriberList },
  subscriberId: string,
): Promise<Subscriber | null> {
  const { items } = await subscribers.list({ subscriberId }, { limit: 1, position: null });
  return items[0] ?? null;
}

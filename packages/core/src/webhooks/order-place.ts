import type { Ordering } from './subscribers/subscriber.js';

/** How a new delivery stands in the order of its subscriber. */
export interface OrderPlace {
  /** Whether those of its key that come later wait for it. */
  readonly isOrdered: boolean;
  /** Whether it waits for one before it, and has no due time until then. */
  readonly isWaiting: boolean;
}

/** Whether a subscriber gets the first delivery of an event in the order of the event's key; null for none. */
export function isOrdered(
  { ordering }: { readonly ordering: Ordering },
  orderingKey: string | null,
): orderingKey is string {
  return ordering === 'key' && orderingKey !== null;
}

/**
 * Decides how the first delivery of an event stands in the order of its subscriber.
 *
 * @param orderingKey the event's; null for none
 * @param isPending whether the subscriber has a pending ordered delivery of that key
 */
export function orderPlace(
  subscriber: { readonly ordering: Ordering },
  orderingKey: string | null,
  isPending: (orderingKey: string) => boolean,
): OrderPlace {
  if (!isOrdered(subscriber, orderingKey)) return { isOrdered: false, isWaiting: false };
  return { isOrdered: true, isWaiting: isPending(orderingKey) };
}

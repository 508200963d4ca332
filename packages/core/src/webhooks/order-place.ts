import type { Ordering } from './subscribers/subscriber.js';

/** How a new delivery stands in the order of its subscriber. */
export interface OrderPlace {
  /** Whether those of its key that come later wait for it. */
  readonly isOrdered: boolean;
  /** Whether it waits for one before it, and has no due time until then. */
  readonly isWaiting: boolean;
}

/**
 * Decides how the first delivery of an event stands in the order of its subscriber.
 *
 * @param orderingKey the event's; null for none
 * @param isPending whether the subscriber has a pending ordered delivery of that key
 */
export function orderPlace(
  { ordering }: { readonly ordering: Ordering },
  orderingKey: string | null,
  isPending: (orderingKey: string) => boolean,
): OrderPlace {
  const isOrdered = ordering === 'key' && orderingKey !== null;
  return { isOrdered, isWaiting: isOrdered && isPending(orderingKey) };
}

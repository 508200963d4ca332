import type { SubscriberStore } from '../ports/webhook-storage.js';
import type { Subscriber } from './subscriber.js';

/** Returns a subscriber of the tenant; null for none. */
export async function findSubscriber(
  { subscribers }: { readonly subscribers: Pick<SubscriberStore, 'list'> },
  subscriberId: string,
): Promise<Subscriber | null> {
  const { items } = await subscribers.list({ subscriberId }, { limit: 1, position: null });
  return items[0] ?? null;
}

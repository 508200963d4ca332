import type { Page, PageRequest } from '../shared/page.js';
import type { Subscriber } from './subscriber.js';

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

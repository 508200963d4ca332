import { hasFailedTooLong } from './failing-subscriber.js';
import type { Subscriber } from './subscriber.js';

/** Why the SDK disables a subscriber automatically. */
export type DisablingCause =
  | {
      readonly reason: 'gone';
      /** The URL that answered 410, or `webhook-delivery: disable`. */
      readonly url: string;
    }
  /** No delivery succeeded for 5 days. */
  | { readonly reason: 'failing' };

/**
 * Disables a subscriber. Returns it unchanged where it is disabled already, or where the cause no longer applies,
 * because its URL was changed while the attempt was under way.
 */
export function disableSubscriber(
  current: Subscriber,
  cause: DisablingCause,
  now: Date,
): Subscriber {
  if (!current.enabled || !isCause(cause, current, now)) return current;
  return { ...current, enabled: false, disabledReason: cause.reason, updatedAt: now };
}

function isCause(cause: DisablingCause, { url, failingSince }: Subscriber, now: Date): boolean {
  switch (cause.reason) {
    case 'gone':
      return cause.url === url;
    case 'failing':
      return failingSince !== null && hasFailedTooLong(failingSince, now);
  }
}

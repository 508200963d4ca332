import type { Claim } from './deduplication/claim.js';
import { handlerOf, type Handlers } from './handlers.js';
import type { ReceivedEvent } from './received-event.js';
import type { Handled, Received } from './receiver.js';

/** Runs the handler of an accepted event, then confirms it, or releases it if the handler threw. */
export async function handleDelivery(
  receive: () => Promise<Received>,
  handlers: Handlers,
): Promise<Handled> {
  let received: Received;
  try {
    received = await receive();
  } catch (error) {
    return { type: 'failed', event: null, error };
  }
  if (received.type !== 'accepted') return received;
  const { event, claim } = received;
  let isUnsubscribed: boolean;
  try {
    isUnsubscribed = await runHandler(handlers, event, claim);
  } catch (error) {
    // If the release fails, the lease expires.
    await claim.release().catch(() => undefined);
    return { type: 'failed', event, error };
  }
  try {
    await claim.confirm();
  } catch (error) {
    if (!isUnsubscribed) return { type: 'unconfirmed', event, error };
  }
  return { type: isUnsubscribed ? 'gone' : 'handled', event };
}

async function runHandler(
  handlers: Handlers,
  event: ReceivedEvent,
  claim: Claim,
): Promise<boolean> {
  let isUnsubscribed = false;
  await handlerOf(handlers, event)?.(event, {
    confirm: (store) => claim.confirm(store),
    unsubscribe() {
      isUnsubscribed = true;
    },
  });
  return isUnsubscribed;
}

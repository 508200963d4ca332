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
  let wish: Wish | null;
  try {
    wish = await runHandler(handlers, event, claim);
  } catch (error) {
    // If the release fails, the lease expires.
    await claim.release().catch(() => undefined);
    return { type: 'failed', event, error };
  }
  if (wish === 'aborted') {
    await claim.release().catch(() => undefined);
    return { type: wish, event };
  }
  try {
    await claim.confirm();
  } catch (error) {
    if (wish === null) return { type: 'unconfirmed', event, error };
  }
  return { type: wish ?? 'handled', event };
}

/** What a handler has asked for: no more deliveries at all, or no other attempt of this one. The former counts before the latter. */
type Wish = 'gone' | 'aborted';

async function runHandler(
  handlers: Handlers,
  event: ReceivedEvent,
  claim: Claim,
): Promise<Wish | null> {
  let wish: Wish | null = null;
  await handlerOf(handlers, event)?.(event, {
    confirm: (store) => claim.confirm(store),
    unsubscribe() {
      wish = 'gone';
    },
    abort() {
      wish ??= 'aborted';
    },
  });
  return wish;
}

import type { Claim } from './deduplication/claim.js';
import { handlerOf, type Handlers } from './handlers.js';
import type { ReceivedEvent } from './received-event.js';
import type { Handled, Received } from './receiver.js';
import type { SequencePlace } from './sequence/known-numbers.js';

/** Records the number of an event's delivery; null where it has none, or the receiver records none. */
export type RecordPlace = (event: ReceivedEvent) => Promise<SequencePlace | null>;

/** Runs the handler of an accepted event, then confirms it and records its number, or releases it if the handler threw. */
export async function handleDelivery(
  receive: () => Promise<Received>,
  handlers: Handlers,
  record: RecordPlace,
): Promise<Handled> {
  let received: Received;
  try {
    received = await receive();
  } catch (error) {
    return { type: 'failed', event: null, error };
  }
  if (received.type === 'busy' || received.type === 'refused') return received;
  const { event } = received;
  // The process that handled the event may have died before it recorded the number.
  if (received.type === 'duplicate') return finish('duplicate', event, record(event));
  const { claim } = received;
  let wish: Wish | null;
  try {
    wish = await runHandler(handlers, event, claim);
  } catch (error) {
    // If the release fails, the lease expires.
    await claim.release().catch(() => undefined);
    return { type: 'failed', event, error };
  }
  const settling = wish === 'aborted' ? claim.release() : claim.confirm();
  return finish(wish ?? 'handled', event, record(event), settling);
}

/** Neither of the two stores can fail a delivery that is handled: it would come again. What the handler asked for is answered. */
async function finish(
  type: 'handled' | 'duplicate' | Wish,
  event: ReceivedEvent,
  recording: ReturnType<RecordPlace>,
  settling: Promise<void> = Promise.resolve(),
): Promise<Handled> {
  const [recorded, settled] = await Promise.allSettled([recording, settling]);
  const place = recorded.status === 'fulfilled' ? recorded.value : null;
  const failed = [settled, recorded].find((each) => each.status === 'rejected');
  return failed === undefined || type === 'gone' || type === 'aborted'
    ? { type, event, place }
    : { type: 'unconfirmed', event, error: failed.reason };
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

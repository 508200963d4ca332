import { systemCaller, type ManagementCaller } from '@stepward/core';
import { mappedEvents } from '../events/caep-events-of.js';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import { PUSH, type Stream } from './stream.js';

/** The name of the destination that has the deliveries of all streams. */
export const DESTINATION = 'ssf';

/** The header by which the subscriber of a stream names the stream. */
export const STREAM_HEADER = 'ssf-stream';

type Wiring = Pick<SharedSignalsWiring, 'stepward'>;

/** Makes the subscriber of a stream, and returns its id; null where the tenant has as many subscribers as it may. */
export async function subscribe(
  { stepward, events }: Pick<SharedSignalsWiring, 'stepward' | 'events'>,
  { id, tenantId, receiver }: Pick<Stream, 'id' | 'tenantId' | 'receiver'>,
): Promise<string | null> {
  const made = await stepward.subscribers.create(callerOf(tenantId), {
    url: `destination:${DESTINATION}`,
    description: `Shared signals for ${receiver}`.slice(0, 255),
    event_types: mappedEvents({ events }),
    headers: { [STREAM_HEADER]: id },
  });
  if (made.isOk()) return made.value.subscriber.id;
  if (made.error.code === 'subscriber_limit_reached') return null;
  throw new Error(`the subscriber of a stream was refused: ${made.error.code}`);
}

/** Enables a subscriber that was disabled because it failed. */
export async function resubscribe(
  { stepward }: Wiring,
  { tenantId, subscriberId }: Stream,
): Promise<void> {
  const change = { enabled: true };
  const changed = await stepward.subscribers.change(callerOf(tenantId), subscriberId, change);
  if (changed.isErr()) {
    throw new Error(`the subscriber of a stream was not enabled: ${changed.error.code}`);
  }
}

/** Removes the subscriber of a stream, unless an administrator has. */
export async function unsubscribe(
  { stepward }: Wiring,
  { tenantId, subscriberId }: Pick<Stream, 'tenantId' | 'subscriberId'>,
): Promise<void> {
  void (await stepward.subscribers.remove(callerOf(tenantId), subscriberId));
}

/**
 * Has the worker push what a stream holds: a test event goes to its subscriber, and whatever is delivered on a stream pushes held
 * events first. Nothing happens where the stream is polled or holds nothing, or its subscriber is disabled or gone.
 */
export async function sendHeldSoon(
  { stepward, storage }: Pick<SharedSignalsWiring, 'stepward' | 'storage'>,
  { id, tenantId, subscriberId, delivery }: Stream,
): Promise<void> {
  if (delivery.method !== PUSH) return;
  if ((await storage.held(tenantId, id, 1)).length === 0) return;
  void (await stepward.deliveries.sendTest(callerOf(tenantId), subscriberId));
}

/** Who changes subscribers, in the audit log. */
function callerOf(tenantId: string): ManagementCaller {
  return systemCaller(tenantId, DESTINATION);
}

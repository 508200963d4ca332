import type { SecurityEvent } from '../events/security-event.js';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import type { HoldBounds, Stream } from './stream.js';

/** Holds events for a stream, and wakes its polls. False where nothing is held: see `StreamStorage.hold`. */
export async function holdEvents(
  { storage, polls }: Pick<SharedSignalsWiring, 'storage' | 'polls'>,
  { tenantId, id }: Stream,
  events: readonly SecurityEvent[],
  bounds: HoldBounds,
): Promise<boolean> {
  const isHeld = await storage.hold(tenantId, id, events, bounds);
  if (isHeld) polls.wake(id);
  return isHeld;
}

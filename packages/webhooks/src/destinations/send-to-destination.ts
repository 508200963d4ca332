import type { Clock } from '@stepward/core';
import type { AttemptOutcome, WebhookRequest } from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';
import { untilAborted } from '../waiting/timers.js';
import type { DestinationSettings } from './destination.js';

/**
 * Has a destination take a delivery. Never rejects, and ends in time, also where the destination does not.
 *
 * @param destination undefined where this process has none of that name, which is a failed attempt: another process may have it
 */
export async function sendToDestination(
  destination: DestinationSettings | undefined,
  { tenantId, headers, body }: WebhookRequest,
  clock: Pick<Clock, 'timeout'>,
): Promise<AttemptOutcome> {
  if (destination === undefined) {
    return { type: 'failed', reason: 'destination_missing' };
  }
  const { timeoutMs } = destination;
  const deadline = clock.timeout(timeoutMs);
  try {
    await untilAborted(deadline, async () =>
      destination.send({ tenantId, headers, body }, deadline),
    );
    return { type: 'handled' };
  } catch (thrown) {
    if (!deadline.aborted) {
      return { type: 'failed', reason: 'destination_failed', why: reasonOf(thrown) };
    }
    const why = `the destination took longer than ${String(timeoutMs)} ms`;
    return { type: 'failed', reason: 'timed_out', why };
  }
}

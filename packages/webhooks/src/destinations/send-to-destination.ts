import type { Clock } from '@stepward/core';
import type { AttemptOutcome, WebhookRequest } from '@stepward/core/adapter';
import { runHostCode } from '../host-code.js';
import type { DestinationSettings } from './destination.js';

/**
 * Has a destination take a delivery: see `runHostCode`.
 *
 * @param destination undefined where this process has none of that name, which is a failed attempt: another process may have it
 */
export async function sendToDestination(
  destination: DestinationSettings | undefined,
  { tenantId, headers, body }: WebhookRequest,
  clock: Pick<Clock, 'timeout'>,
): Promise<AttemptOutcome> {
  if (destination === undefined) return { type: 'failed', reason: 'destination_missing' };
  return runHostCode('destination', destination, clock, (deadline) =>
    destination.send({ tenantId, headers, body }, deadline),
  );
}

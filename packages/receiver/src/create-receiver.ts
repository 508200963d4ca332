import {
  createEventRegistry,
  type EventDefinitions,
  type NoHostEvents,
} from '@stepward/core/events';
import { claimEvent, NO_CLAIM } from './claim.js';
import { systemClock } from './clock.js';
import { handleDelivery } from './handle-delivery.js';
import { hmacOf } from './hmac.js';
import type { Received, Receiver } from './receiver.js';
import { checkReceiverOptions, type ReceiverOptions } from './receiver-options.js';
import { consoleReporter } from './report-outcome.js';
import { standardKey } from './standard-secret.js';
import { verifyDelivery, type DeliveryRequest } from './verify-delivery.js';
import type { StandardKey } from './verify-standard.js';

/**
 * Verifies, parses and deduplicates deliveries of a Stepward service (specification, "Events"), and of any sender that
 * signs as Standard Webhooks 1.0 says (`v1`).
 *
 * @example
 * const receiver = createReceiver({ secrets: ['whsec_…'] });
 *
 * @throws TypeError that names the option that is missing, wrong or unknown. It shows no secret.
 */
export function createReceiver<const Events extends EventDefinitions = NoHostEvents>(
  options: ReceiverOptions<Events>,
): Receiver<Events>;
export function createReceiver(options: ReceiverOptions): Receiver {
  checkReceiverOptions(options);
  const registry = createEventRegistry(options.events, 'createReceiver');
  const { secrets, standardSecrets = [], toleranceMs = 300_000, deduplication } = options;
  const { clock = systemClock, hmacSha256 = hmacOf(globalThis) } = options;
  const onOutcome: NonNullable<ReceiverOptions['onOutcome']> =
    options.onOutcome ?? consoleReporter(clock);
  const standardKeys = [...keysOf(secrets, true), ...keysOf(standardSecrets, false)];
  const verifier = { secrets, standardKeys, toleranceMs, hmacSha256, registry };

  async function receive(request: DeliveryRequest): Promise<Received> {
    const now = clock.now();
    const verification = await verifyDelivery(request, { ...verifier, now });
    if (verification.type === 'refused') return verification;
    const { event } = verification;
    if (deduplication === undefined) return { type: 'accepted', event, claim: NO_CLAIM };
    const verdict = await claimEvent(deduplication, event, crypto.randomUUID());
    switch (verdict.type) {
      case 'claimed':
        return { type: 'accepted', event, claim: verdict.claim };
      case 'done':
        return { type: 'duplicate', event };
      case 'busy':
        return { type: 'busy', event, retryAfterMs: verdict.retryAfterMs };
    }
  }

  return {
    receive,
    knows: (eventType) => registry.find(eventType)?.type === eventType,
    async handle(request, handlers) {
      const outcome = await handleDelivery(() => receive(request), handlers);
      try {
        await onOutcome(outcome);
      } catch {
        // The event was handled, so a failure to record that must not fail the delivery.
      }
      return outcome;
    },
  };
}

function keysOf(secrets: readonly string[], isStepwards: boolean): readonly StandardKey[] {
  return secrets.flatMap((secret) => {
    const bytes = standardKey(secret);
    return bytes === null ? [] : [{ bytes, isStepwards }];
  });
}

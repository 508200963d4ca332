import {
  createEventRegistry,
  type EventDefinitions,
  type NoHostEvents,
} from '@stepward/core/events';
import { claimEvent, NO_CLAIM } from './deduplication/claim.js';
import { systemClock, type Clock } from './clock.js';
import { handleDelivery, type RecordPlace } from './handle-delivery.js';
import { createSequence, NO_SEQUENCE } from './sequence/sequence.js';
import { ed25519Of } from './verification/ed25519.js';
import { hmacOf } from './verification/hmac.js';
import { listedKeys, type PublicKeySource } from './verification/public-keys.js';
import { remotePublicKeys } from './verification/remote-public-keys.js';
import type { Received, Receiver, Handled } from './receiver.js';
import { checkReceiverOptions, isRemote, type ReceiverOptions } from './receiver-options.js';
import { standardKey, type StandardKey } from './verification/verify-standard.js';
import {
  verifyDelivery,
  type DeliveryRequest,
  type RefusalReason,
} from './verification/verify-delivery.js';

/**
 * Verifies, parses and deduplicates deliveries of a Stepward service (specification, "Events"), and of any sender that
 * signs as Standard Webhooks 1.0 says (`v1`, `v1a`).
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
  const publicKeys = sourceOf(options.publicKeys, clock);
  const { verifyEd25519 = publicKeys === null ? () => false : ed25519Of(globalThis) } = options;
  const rules = { secrets, standardKeys, publicKeys, toleranceMs };
  const verifier = { ...rules, hmacSha256, verifyEd25519, registry };

  const { sequence: numbers } = options;
  const sequence = numbers === undefined ? NO_SEQUENCE : createSequence(numbers, clock);
  const record: RecordPlace = async (event) =>
    numbers === undefined || event.sequence === null ? null : sequence.record(event.sequence);

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
    sequence,
    knows: (eventType) => registry.find(eventType)?.type === eventType,
    async handle(request, handlers) {
      const outcome = await handleDelivery(() => receive(request), handlers, record);
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

function sourceOf(publicKeys: ReceiverOptions['publicKeys'], clock: Clock): PublicKeySource | null {
  if (publicKeys === undefined) return null;
  return isRemote(publicKeys) ? remotePublicKeys(publicKeys, clock) : listedKeys(publicKeys);
}

/** A refusal is logged once in this time for each reason: anyone can send what is refused. */
const QUIET_MS = 60_000;

const CAUSES: Readonly<Record<RefusalReason, string>> = {
  signature_missing: 'it has neither X-Service-Signature nor webhook-signature',
  signature_malformed: 'a header of its signature is missing or has another form',
  timestamp_out_of_tolerance: 'it was signed too long ago or ahead; compare the clocks',
  signature_mismatch:
    'no secret or public key of this receiver fits the signature; compare them with those of the subscriber, and look for middleware that changes the body',
  body_malformed: 'its body is signed, but is no envelope of a Stepward service',
  header_mismatch: 'a header is missing, or contradicts the signed body',
  body_consumed:
    'a body parser read the body first; mount the handler before express.json() and other parsers, or pass the bytes',
};

/**
 * The default `onOutcome`: without it, an error or a wrong secret would be seen by the sender alone. It writes no part of
 * the request, which anyone can choose.
 */
function consoleReporter(clock: Clock): (outcome: Handled) => void {
  const quietUntil = new Map<RefusalReason, number>();
  return (outcome) => {
    if (outcome.type === 'failed' || outcome.type === 'unconfirmed') {
      const event = outcome.event?.eventType || 'a webhook';
      console.error(`stepward receiver: ${event} ${outcome.type}`, outcome.error);
    }
    if (outcome.type !== 'refused') return;
    const now = clock.now().getTime();
    if (now < (quietUntil.get(outcome.reason) ?? 0)) return;
    quietUntil.set(outcome.reason, now + QUIET_MS);
    const { reason } = outcome;
    console.warn(`stepward receiver: refused a delivery (${reason}): ${CAUSES[reason]}`);
  };
}

import type { HmacSha256 } from '@stepward/core/events';
import { claimEvent, NO_CLAIM } from './claim.js';
import { systemClock, type Clock } from './clock.js';
import type { Deduplication } from './deduplication.js';
import { handleDelivery } from './handle-delivery.js';
import { hmacOf } from './hmac.js';
import type { Handled, Received, Receiver } from './receiver.js';
import { verifyDelivery, type DeliveryRequest } from './verify-delivery.js';

export interface ReceiverOptions {
  /**
   * The subscriber's signing secrets as they were shown, `whsec_` included; at least one. Keep the old one
   * beside the new one during a rotation.
   */
  readonly secrets: readonly string[];
  /** Milliseconds that a delivery's timestamp may lie before or after now; 300 000. More than 0. */
  readonly toleranceMs?: number;
  /** Without it, an event is handled as often as it is delivered, which is at least once. */
  readonly deduplication?: Deduplication;
  /**
   * Told what became of every delivery that is handled, for logs and metrics. By default what failed or
   * was left unconfirmed goes to `console.error`. A promise is waited for; what it throws is dropped.
   */
  readonly onOutcome?: (outcome: Handled) => unknown;
  readonly clock?: Clock;
  /** By default `node:crypto` where the runtime has it, and Web Crypto elsewhere. */
  readonly hmacSha256?: HmacSha256;
}

/**
 * Verifies, reads and deduplicates what a Stepward service delivers (specification, "Events").
 *
 * @throws TypeError where there is no secret, one is empty or has spaces around it, or a duration is not
 * a number of milliseconds above 0.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { secrets, toleranceMs = 300_000, deduplication, clock = systemClock } = options;
  const { hmacSha256 = hmacOf(globalThis), onOutcome = reportFailures } = options;
  checkSecrets(secrets);
  checkDurations({
    toleranceMs,
    'deduplication.leaseMs': deduplication?.leaseMs,
    'deduplication.ttlMs': deduplication?.ttlMs,
  });

  async function receive(request: DeliveryRequest): Promise<Received> {
    const rules = { secrets, toleranceMs, now: clock.now() };
    const verification = await verifyDelivery(request, rules, hmacSha256);
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
    async handle(request, handlers) {
      const outcome = await handleDelivery(() => receive(request), handlers);
      try {
        await onOutcome(outcome);
      } catch {
        // What was handled stays handled, whoever cannot write it down.
      }
      return outcome;
    },
  };
}

/** An error must not vanish only because nobody asked for it. */
function reportFailures(outcome: Handled): void {
  if (outcome.type !== 'failed' && outcome.type !== 'unconfirmed') return;
  const event = outcome.event === null ? 'a webhook' : outcome.event.eventType;
  console.error(`stepward receiver: ${event} ${outcome.type}`, outcome.error);
}

function checkSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0) throw new TypeError('at least one secret is needed');
  for (const secret of secrets) {
    const isSecret = typeof secret === 'string' && secret !== '' && secret === secret.trim();
    if (!isSecret) throw new TypeError('a secret is a text, not empty, without spaces around it');
  }
}

function checkDurations(durations: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(durations)) {
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw new TypeError(`${name} is a number of milliseconds above 0`);
    }
  }
}

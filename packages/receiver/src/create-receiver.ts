import {
  checkOptions,
  createEventRegistry,
  hasMethods,
  isFunction,
  isObject,
  isOneOf,
  isText,
  optional,
  required,
  type EventDefinitions,
  type HmacSha256,
  type NoHostEvents,
} from '@stepward/core/events';
import { claimEvent, NO_CLAIM } from './claim.js';
import { systemClock, type Clock } from './clock.js';
import type { Deduplication } from './deduplication.js';
import { handleDelivery } from './handle-delivery.js';
import { hmacOf } from './hmac.js';
import type { Handled, Received, Receiver } from './receiver.js';
import { verifyDelivery, type DeliveryRequest } from './verify-delivery.js';

export interface ReceiverOptions<Events extends EventDefinitions = NoHostEvents> {
  /**
   * The subscriber's signing secrets as they were shown, `whsec_` included; at least one. Keep the old one
   * beside the new one during a rotation.
   */
  readonly secrets: readonly string[];
  /** The sender's own events, beside those of the catalogue: `{ 'invoice.paid': defineEvent({ … }) }`. */
  readonly events?: Events;
  /** Milliseconds that a delivery's timestamp may lie before or after now; 300 000. More than 0. */
  readonly toleranceMs?: number;
  /** Without it, an event is handled each time it is delivered, which is at least once. */
  readonly deduplication?: Deduplication;
  /**
   * Called with the result of every delivery, for logs and metrics. By default failed and unconfirmed deliveries are
   * written to `console.error`. A promise is awaited; errors are dropped.
   */
  readonly onOutcome?: (outcome: Handled<Events>) => unknown;
  readonly clock?: Clock;
  /** By default `node:crypto` if the runtime has it, otherwise Web Crypto. */
  readonly hmacSha256?: HmacSha256;
}

/**
 * Verifies, parses and deduplicates deliveries of a Stepward service (specification, "Events").
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
  const { secrets, toleranceMs = 300_000, deduplication, clock = systemClock } = options;
  const { hmacSha256 = hmacOf(globalThis), onOutcome = reportFailures } = options;

  async function receive(request: DeliveryRequest): Promise<Received> {
    const rules = { secrets, toleranceMs, now: clock.now() };
    const verification = await verifyDelivery(request, rules, hmacSha256, registry);
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

/** An error must not disappear because no handler was configured. */
function reportFailures(outcome: Handled): void {
  if (outcome.type !== 'failed' && outcome.type !== 'unconfirmed') return;
  const event = outcome.event === null ? 'a webhook' : outcome.event.eventType;
  console.error(`stepward receiver: ${event} ${outcome.type}`, outcome.error);
}

function checkReceiverOptions(options: ReceiverOptions): void {
  checkOptions('createReceiver', options, {
    secrets: required(
      'an array of at least one secret as it was shown, without spaces around it',
      isSecrets,
    ),
    events: optional("an object: { 'invoice.paid': defineEvent({ … }) }", isObject),
    toleranceMs: optional(DURATION, isDuration),
    deduplication: optional('an object: { store }', isObject),
    onOutcome: optional('a function', isFunction),
    clock: optional('a clock with a method now', hasMethods('now')),
    hmacSha256: optional('a function', isFunction),
  });
  if (options.deduplication === undefined) return;
  checkOptions<Deduplication>(
    'createReceiver',
    options.deduplication,
    {
      store: required(
        'a store, for example sqlDeduplication(pool)',
        hasMethods('claim', 'confirm', 'release'),
      ),
      by: optional("'idempotency_key' or 'event_id'", isOneOf('idempotency_key', 'event_id')),
      scope: optional('a string, not empty', isText),
      leaseMs: optional(DURATION, isDuration),
      ttlMs: optional(DURATION, isDuration),
    },
    'deduplication.',
  );
}

function isSecrets(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && each !== '' && each === each.trim())
  );
}

const DURATION = 'a number of milliseconds above 0';

function isDuration(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) > 0;
}

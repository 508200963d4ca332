import type { Clock } from './clock.js';
import type { Handled } from './receiver.js';
import type { RefusalReason } from './verify-delivery.js';

/** A refusal is logged once in this time for each reason: anyone can send what is refused. */
const QUIET_MS = 60_000;

const CAUSES: Readonly<Record<RefusalReason, string>> = {
  signature_missing: 'it has neither X-Service-Signature nor webhook-signature',
  signature_malformed: 'a header of its signature is missing or has another form',
  timestamp_out_of_tolerance: 'it was signed too long ago or ahead; compare the clocks',
  signature_mismatch:
    'no secret of this receiver made the signature; compare them with that of the subscriber, and look for middleware that changes the body',
  body_malformed: 'its body is signed, but is no envelope of a Stepward service',
  header_mismatch: 'a header is missing, or contradicts the signed body',
  body_consumed:
    'a body parser read the body first; mount the handler before express.json() and other parsers, or pass the bytes',
};

/**
 * The default `onOutcome`: without it, an error or a wrong secret would be seen by the sender alone. It writes no part of
 * the request, which anyone can choose.
 */
export function consoleReporter(clock: Clock): (outcome: Handled) => void {
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

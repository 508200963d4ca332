import {
  canonicalName,
  verifySignature,
  type EventRegistry,
  type HmacSha256,
  type SignatureFault,
  type SignatureRules,
} from '@stepward/core/events';
import { parseEnvelope, type Envelope } from './envelope.js';
import { readEvent, type ReceivedEvent } from './received-event.js';
import { headerReader, type HeaderReader, type RequestHeaders } from './request-headers.js';

/** One received POST. */
export interface DeliveryRequest {
  readonly headers: RequestHeaders;
  /** The unparsed bytes of the body; a string is taken as its UTF-8 bytes. */
  readonly body: Uint8Array | string;
}

/** The reasons for which a request is refused. */
export type RefusalReason =
  | 'signature_missing'
  | SignatureFault
  /** The body is signed, but is not an envelope. */
  | 'body_malformed'
  /** A header is missing, or contradicts the signed body. */
  | 'header_mismatch';

/** A request that the sender did not make, or that was changed. */
export interface RefusedDelivery {
  readonly type: 'refused';
  readonly reason: RefusalReason;
}

/** A genuine event, or the reason for a refusal. */
export type Verification =
  | { readonly type: 'verified'; readonly event: ReceivedEvent }
  | RefusedDelivery;

/**
 * Verifies that a request is genuine and fresh, and reads its event. The signature is checked first: a body without a
 * valid signature is not parsed. The event is read from the signed body, and the headers must agree with it.
 */
export async function verifyDelivery(
  { headers, body }: DeliveryRequest,
  rules: SignatureRules,
  hmacSha256: HmacSha256,
  registry: EventRegistry,
): Promise<Verification> {
  const header = headerReader(headers);
  const signature = header('x-service-signature');
  if (signature === null) return refused('signature_missing');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const verdict = await verifySignature({ signature, body: bytes }, rules, hmacSha256);
  if (verdict.type !== 'valid') return refused(verdict.type);
  const envelope = parseEnvelope(bytes);
  if (envelope === null) return refused('body_malformed');
  return agree(header, envelope, verdict.timestamp)
    ? { type: 'verified', event: readEvent(registry, envelope) }
    : refused('header_mismatch');
}

function refused(reason: RefusalReason): RefusedDelivery {
  return { type: 'refused', reason };
}

/** Headers are not signed. This detects a proxy that mixed up two requests. */
function agree(header: HeaderReader, envelope: Envelope, signedTimestamp: string): boolean {
  return (
    header('x-webhook-id') === envelope.eventId &&
    header('x-idempotency-key') === envelope.idempotencyKey &&
    header('x-webhook-timestamp') === envelope.timestamp &&
    signedTimestamp === envelope.timestamp &&
    isSameEvent(header('x-webhook-event'), envelope.eventType)
  );
}

/** The legacy and the canonical name mean the same event (specification, "Legacy names"). */
function isSameEvent(header: string | null, eventType: string): boolean {
  return header !== null && nameOf(header) === nameOf(eventType);
}

function nameOf(eventType: string): string {
  return canonicalName(eventType) ?? eventType;
}

import {
  canonicalName,
  verifySignature,
  type HmacSha256,
  type SignatureFault,
  type SignatureRules,
} from '@stepward/core/events';
import { parseEnvelope, type Envelope } from './envelope.js';
import { readEvent, type ReceivedEvent } from './received-event.js';
import { headerReader, type HeaderReader, type RequestHeaders } from './request-headers.js';

/** One POST as it came in. */
export interface DeliveryRequest {
  readonly headers: RequestHeaders;
  /** The bytes that were sent, before anything parsed them; a string stands for its UTF-8. */
  readonly body: Uint8Array | string;
}

/** Why a request is refused as a delivery. */
export type RefusalReason =
  | 'signature_missing'
  | SignatureFault
  /** The body is signed, and is no envelope. */
  | 'body_malformed'
  /** A header is missing, or says something else than the signed body. */
  | 'header_mismatch';

/** A request that did not come from the sender, or not as the sender made it. */
export interface RefusedDelivery {
  readonly type: 'refused';
  readonly reason: RefusalReason;
}

/** A genuine event, or why there is none. */
export type Verification =
  | { readonly type: 'verified'; readonly event: ReceivedEvent }
  | RefusedDelivery;

/**
 * Verifies that a request is genuine and fresh, and reads its event. The signature comes first: a body that
 * no secret signed is not parsed. The event is read from the signed body; headers only have to agree with it.
 */
export async function verifyDelivery(
  { headers, body }: DeliveryRequest,
  rules: SignatureRules,
  hmacSha256: HmacSha256,
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
    ? { type: 'verified', event: readEvent(envelope) }
    : refused('header_mismatch');
}

function refused(reason: RefusalReason): RefusedDelivery {
  return { type: 'refused', reason };
}

/** Headers are not signed. A proxy that mixed up two requests would show here. */
function agree(header: HeaderReader, envelope: Envelope, signedTimestamp: string): boolean {
  return (
    header('x-webhook-id') === envelope.eventId &&
    header('x-idempotency-key') === envelope.idempotencyKey &&
    header('x-webhook-timestamp') === envelope.timestamp &&
    signedTimestamp === envelope.timestamp &&
    isSameEvent(header('x-webhook-event'), envelope.eventType)
  );
}

/** The legacy and the canonical name are one (specification, "Legacy names"). */
function isSameEvent(header: string | null, eventType: string): boolean {
  return header !== null && nameOf(header) === nameOf(eventType);
}

function nameOf(eventType: string): string {
  return canonicalName(eventType) ?? eventType;
}

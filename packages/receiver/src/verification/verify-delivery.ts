import {
  canonicalName,
  verifySignature,
  type EventRegistry,
  type SignatureFault,
  type SignatureRules,
} from '@stepward/core/events';
import { toBytes } from '../bytes.js';
import { parseEnvelope, type Envelope } from './envelope.js';
import { readEvent, readStandardEvent, type ReceivedEvent } from '../received-event.js';
import { headerReader, type HeaderReader, type RequestHeaders } from './request-headers.js';
import { verifyStandard, type StandardCrypto, type StandardRules } from './verify-standard.js';

/** One received POST. */
export interface DeliveryRequest {
  readonly headers: RequestHeaders;
  /**
   * The unparsed bytes of the body; a string is taken as its UTF-8 bytes. Null where a body parser has read them: that
   * is refused as `body_consumed`, as is anything else.
   */
  readonly body: Uint8Array | string | null;
}

/** The reasons for which a request is refused. */
export type RefusalReason =
  /** It has neither `X-Service-Signature` nor `webhook-signature`. */
  | 'signature_missing'
  | SignatureFault
  /** The body is signed, but is not an envelope. */
  | 'body_malformed'
  /** A header is missing, or contradicts the signed body. */
  | 'header_mismatch'
  /** The body is not the bytes that came, which the signature is over: middleware has parsed it. */
  | 'body_consumed';

/** A request that the sender did not make, or that was changed. */
export interface RefusedDelivery {
  readonly type: 'refused';
  readonly reason: RefusalReason;
}

/** A genuine event, or the reason for a refusal. */
export type Verification =
  | { readonly type: 'verified'; readonly event: ReceivedEvent }
  | RefusedDelivery;

/** What verification needs beside the request. */
export interface Verifier extends SignatureRules, StandardRules, StandardCrypto {
  readonly registry: EventRegistry;
}

/**
 * Verifies that a request is genuine and fresh, and reads its event. The signature is checked first: a body without a
 * valid signature is not parsed.
 *
 * `X-Service-Signature` decides where it is present and the receiver has `secrets`: if it does not verify, the headers of
 * Standard Webhooks do not help. Without it they decide. An event of a Stepward service is the same event by either, under
 * the same ids, so nothing is gained by removing a header.
 */
export async function verifyDelivery(
  { headers, body }: DeliveryRequest,
  verifier: Verifier,
): Promise<Verification> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) return refused('body_consumed');
  const header = headerReader(headers);
  const bytes = toBytes(body);
  const signature = header('x-service-signature');
  return signature === null || verifier.secrets.length === 0
    ? verifyByStandard(header, bytes, verifier)
    : verifyByService(header, signature, bytes, verifier);
}

/** The event is read from the signed body, and the headers must be there and agree with it. */
async function verifyByService(
  header: HeaderReader,
  signature: string,
  body: Uint8Array,
  verifier: Verifier,
): Promise<Verification> {
  const verdict = await verifySignature({ signature, body }, verifier, verifier.hmacSha256);
  if (verdict.type !== 'valid') return refused(verdict.type);
  const envelope = parseEnvelope(body);
  if (envelope === null) return refused('body_malformed');
  const hasAll = OWN_HEADERS.every((name) => header(name) !== null);
  return hasAll && verdict.timestamp === envelope.timestamp && agree(header, envelope)
    ? { type: 'verified', event: readEvent(verifier.registry, envelope, sequenceOf(header)) }
    : refused('header_mismatch');
}

/** By one of Stepward's keys, an envelope is an event of a Stepward service. All else is another sender's. */
async function verifyByStandard(
  header: HeaderReader,
  body: Uint8Array,
  verifier: Verifier,
): Promise<Verification> {
  const verdict = await verifyStandard(header, body, verifier, verifier);
  if (verdict.type !== 'valid') return refused(verdict.type);
  const { id, seconds, isStepwards } = verdict;
  const envelope = isStepwards ? parseEnvelope(body) : null;
  if (envelope === null) return { type: 'verified', event: readStandardEvent(id, seconds, body) };
  return Math.floor(Date.parse(envelope.timestamp) / 1_000) === seconds && agree(header, envelope)
    ? { type: 'verified', event: readEvent(verifier.registry, envelope, sequenceOf(header)) }
    : refused('header_mismatch');
}

function refused(reason: RefusalReason): RefusedDelivery {
  return { type: 'refused', reason };
}

const OWN_HEADERS = [
  'x-webhook-id',
  'x-idempotency-key',
  'x-webhook-timestamp',
  'x-webhook-event',
] as const;

/** Our headers are not signed. This detects a proxy that mixed up two requests. */
function agree(header: HeaderReader, envelope: Envelope): boolean {
  const isOrLacks = (name: string, value: string): boolean => (header(name) ?? value) === value;
  return (
    isOrLacks('x-webhook-id', envelope.eventId) &&
    isOrLacks('webhook-id', envelope.eventId) &&
    isOrLacks('x-idempotency-key', envelope.idempotencyKey) &&
    isOrLacks('x-webhook-timestamp', envelope.timestamp) &&
    nameOf(header('x-webhook-event') ?? envelope.eventType) === nameOf(envelope.eventType)
  );
}

/** Null where there is no number of at most 15 digits. */
function sequenceOf(header: HeaderReader): number | null {
  const text = header('x-webhook-sequence') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The legacy and the canonical name mean the same event (specification, "Legacy names"). */
function nameOf(eventType: string): string {
  return canonicalName(eventType) ?? eventType;
}

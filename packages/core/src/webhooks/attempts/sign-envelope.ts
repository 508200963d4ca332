import type { KeyObject } from 'node:crypto';
import { renderEnvelope } from '../../events/signature/envelope.js';
import {
  asymmetricSignature,
  serviceSignature,
  standardSignature,
} from '../../events/signature/signature.js';
import type { SignatureKind } from '../subscribers/subscriber.js';

/** One attempt to deliver an event, before it is timestamped and signed. */
export interface UnsignedEnvelope {
  /** The event's name in the spelling that the subscriber asked for: `X-Webhook-Event`. */
  readonly eventType: string;
  /** The id of the delivery, a UUID: the same over its attempts, new on a replay. `X-Webhook-Id`. */
  readonly eventId: string;
  /** A UUID, the same over attempts and replays of the event: `X-Idempotency-Key`. */
  readonly idempotencyKey: string;
  /** The event's data: an object, or its JSON text, which goes into the body byte for byte. */
  readonly data: object | string;
  /** The number of the attempt, from 1: `X-Webhook-Attempt`. */
  readonly attempt: number;
  /** The number of the delivery among those of its subscriber, from 1: `X-Webhook-Sequence`. No header by default, and where it is null. */
  readonly sequence?: number | null;
  /** The version of the data, a date: `X-Webhook-Version`. No header by default, and where it is null. */
  readonly version?: string | null;
  /** The component that emits, printable ASCII: `X-Webhook-Source`. */
  readonly source: string;
  /** Whether the headers of Standard Webhooks 1.0 are included; default true. */
  readonly standardWebhooks?: boolean;
  /** What `webhook-signature` holds; default `v1`. `v1a` and `both` need private keys. */
  readonly signature?: SignatureKind;
}

/** What is sent: the exact text of the body, in UTF-8, and every header. Names of headers are in lower case. */
export interface SignedEnvelope {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Adds the time of the attempt to an envelope and signs it with each of the subscriber's live secrets, the current
 * one first (specification, "Envelope", "Request headers"; Standard Webhooks 1.0). A secret is the text that the
 * subscriber was shown, `whsec_` included.
 *
 * @param privateKeys Ed25519 keys for `v1a`, the active one first; none by default
 * @throws TypeError where `v1a` or `both` is asked for without a private key.
 * @example
 * const { body, headers } = signEnvelope(
 *   {
 *     eventType: 'user.deleted',
 *     eventId: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
 *     idempotencyKey: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
 *     data: { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' },
 *     attempt: 1,
 *     source: 'billing',
 *   },
 *   ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
 *   new Date('2026-01-01T00:00:01.000Z'),
 * );
 */
export function signEnvelope(
  event: UnsignedEnvelope,
  secrets: readonly string[],
  now: Date,
  privateKeys: readonly KeyObject[] = [],
): SignedEnvelope {
  const { eventType, eventId, idempotencyKey, data, standardWebhooks = true } = event;
  const { signature = 'v1', sequence = null, version = null } = event;
  if (signature !== 'v1' && privateKeys.length === 0) {
    throw new TypeError(`signEnvelope: the signature ${signature} needs a private key`);
  }
  const timestamp = now.toISOString();
  const head = { eventType, eventId, timestamp, idempotencyKey };
  const body = renderEnvelope(head, typeof data === 'string' ? data : JSON.stringify(data));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-service-signature': serviceSignature(secrets, timestamp, body),
    'x-webhook-event': eventType,
    'x-webhook-id': eventId,
    'x-webhook-timestamp': timestamp,
    'x-idempotency-key': idempotencyKey,
    'x-webhook-attempt': String(event.attempt),
    'x-webhook-source': event.source,
  };
  if (sequence !== null) headers['x-webhook-sequence'] = String(sequence);
  if (version !== null) headers['x-webhook-version'] = version;
  if (standardWebhooks) {
    // Standard Webhooks 1.0 has whole seconds.
    const seconds = String(Math.floor(now.getTime() / 1_000));
    headers['webhook-id'] = eventId;
    headers['webhook-timestamp'] = seconds;
    headers['webhook-signature'] = [
      signature === 'v1a' ? '' : standardSignature(secrets, eventId, seconds, body),
      signature === 'v1' ? '' : asymmetricSignature(privateKeys, eventId, seconds, body),
    ]
      .join(' ')
      .trim();
  }
  return { body, headers };
}

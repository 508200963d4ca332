import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  createReceiver,
  expressHandler,
  type Handled,
  type ReceivedEvent,
  type ReceiverOptions,
  type RefusalReason,
} from '@stepward/receiver';

/** A request for output: a line for people, and a value for programs. */
export interface ShownRequest {
  readonly text: string;
  readonly value: object;
}

/** What deliveries are verified with: the secrets, or the public keys of `v1a`. */
export type VerifyingKeys =
  | { readonly secrets: readonly string[] }
  | { readonly publicKeys: NonNullable<ReceiverOptions['publicKeys']> };

/**
 * A server, not yet listening, that verifies every request as a delivery and then shows it.
 *
 * @throws TypeError where the keys are not valid.
 */
export function createDeliveryServer(
  keys: VerifyingKeys,
  show: (request: ShownRequest) => void,
): Server {
  const receiver = createReceiver({ secrets: [], ...keys, onOutcome: () => undefined });
  const signature = 'secrets' in keys ? 'v1' : 'v1a';
  return createServer((request, response) => {
    let outcome: Handled | null = null;
    const observed: typeof receiver = {
      ...receiver,
      handle: async (delivery, handlers) => (outcome = await receiver.handle(delivery, handlers)),
    };
    response.on('close', () => {
      if (outcome?.type === 'handled') return show(verified(outcome.event, signature));
      show(refused(request, reasonOf(outcome, response.statusCode)));
    });
    expressHandler(observed, { '*': () => undefined })(request, response);
  });
}

type Reason =
  | RefusalReason
  | 'method_not_allowed'
  | 'body_too_large'
  | 'body_incomplete'
  | 'keys_unreadable';

/** Without an outcome the request was answered before anything was verified. */
function reasonOf(outcome: Handled | null, status: number): Reason {
  if (outcome?.type === 'refused') return outcome.reason;
  // The handler does not fail.
  if (outcome?.type === 'failed') return 'keys_unreadable';
  if (status === 405) return 'method_not_allowed';
  return status === 413 ? 'body_too_large' : 'body_incomplete';
}

const MEANINGS: Readonly<Record<Reason, string>> = {
  signature_missing: 'it has neither X-Service-Signature nor webhook-signature',
  signature_malformed:
    'X-Service-Signature is not t=<time>,v1=<digits>, or a webhook-* header is malformed',
  timestamp_out_of_tolerance: 'it was signed more than 5 minutes ago or ahead',
  signature_mismatch: 'it was signed with another secret or key, or changed on the way',
  body_malformed: 'the signed body is not an event',
  header_mismatch: 'a header is missing, or differs from the signed body',
  body_consumed: 'its body was parsed before it was verified',
  method_not_allowed: 'it is not a POST',
  body_too_large: 'the body is larger than 512 KiB',
  body_incomplete: 'the body ended early',
  keys_unreadable: 'the public keys cannot be read from their address',
};

const NOTES = {
  unknown_type: '',
  data_mismatch: ' (data not as catalogued)',
  thin: ' (only the id of the event)',
  standard_webhooks: ' (not the envelope of a Stepward service)',
};

function verified(event: ReceivedEvent, signature: string): ShownRequest {
  const { eventType, eventId, idempotencyKey, timestamp, data } = event;
  const note = event.known ? '' : NOTES[event.reason];
  const line = `verified  ${signature}  ${eventType || 'no name'}  ${eventId}  ${timestamp}  ${JSON.stringify(data)}${note}`;
  const value = {
    verified: true,
    signature,
    event_type: eventType,
    event_id: eventId,
    idempotency_key: idempotencyKey,
    timestamp,
    known: event.known,
    data,
  };
  return { text: printable(line), value };
}

/** The headers are not verified. */
function refused({ headers }: IncomingMessage, reason: Reason): ShownRequest {
  const { 'x-webhook-event': eventType = null, 'x-webhook-id': eventId = null } = headers;
  const claim = `${String(eventType ?? 'no event')}  ${String(eventId ?? 'no id')}`;
  return {
    text: printable(`refused   ${claim}  ${reason}: ${MEANINGS[reason]}`),
    value: { verified: false, reason, event_type: eventType, event_id: eventId },
  };
}

/** Escapes characters that would break the line or control a terminal: control and formatting characters. */
function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

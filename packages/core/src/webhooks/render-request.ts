import { renderEnvelope } from '../events/envelope.js';
import { legacyName } from '../events/event-names.js';
import { serviceSignature, standardSignature } from '../events/signature.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { WebhookRequest } from './webhook-request.js';

/** How requests are made, the same for all subscribers. */
export interface RequestStyle {
  /** The `X-Webhook-Source` header. */
  readonly source: string;
  readonly standardWebhooks: boolean;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/**
 * The request of one attempt, stamped and signed at this moment (specification, "Request headers";
 * DECISIONS, "Signed string", "Ids").
 *
 * @param secrets the live secrets, the current one first
 */
export function renderRequest(
  { deliveryId, attempt, event, subscriber }: ClaimedDelivery,
  secrets: readonly string[],
  { source, standardWebhooks, timeoutMs }: RequestStyle,
  now: Date,
): WebhookRequest {
  const eventType = subscriber.naming === 'legacy' ? legacyName(event.type) : event.type;
  const timestamp = now.toISOString();
  const head = { eventType, eventId: deliveryId, timestamp, idempotencyKey: event.id };
  const body = renderEnvelope(head, event.data);
  return {
    url: subscriber.url,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': serviceSignature(secrets, timestamp, body),
      'x-webhook-event': eventType,
      'x-webhook-id': deliveryId,
      'x-webhook-timestamp': timestamp,
      'x-idempotency-key': event.id,
      'x-webhook-attempt': String(attempt),
      'x-webhook-source': source,
      ...(standardWebhooks && standardHeaders(secrets, deliveryId, now, body)),
    },
    body,
    timeoutMs,
  };
}

/** The headers of Standard Webhooks 1.0, whose time is in whole seconds. */
function standardHeaders(
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string,
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standardSignature(secrets, id, seconds, body),
  };
}

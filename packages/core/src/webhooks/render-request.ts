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

/** @param secrets the subscriber's live secrets, the current one first */
export type RequestRenderer = (
  delivery: ClaimedDelivery,
  secrets: readonly string[],
) => WebhookRequest;

/**
 * Renders the requests of attempts, stamped and signed at this moment (specification, "Request headers";
 * DECISIONS, "Signed string", "Ids"). The moment is spelt once for all of them.
 */
export function createRequestRenderer(
  { source, standardWebhooks, timeoutMs }: RequestStyle,
  now: Date,
): RequestRenderer {
  const timestamp = now.toISOString();
  const seconds = String(Math.floor(now.getTime() / 1_000));
  return ({ deliveryId, attempt, event, subscriber }, secrets) => {
    const eventType = subscriber.naming === 'legacy' ? legacyName(event.type) : event.type;
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
        ...(standardWebhooks && standardHeaders(secrets, deliveryId, seconds, body)),
      },
      body,
      timeoutMs,
    };
  };
}

/** The headers of Standard Webhooks 1.0, whose time is in whole seconds. */
function standardHeaders(
  secrets: readonly string[],
  id: string,
  seconds: string,
  body: string,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standardSignature(secrets, id, seconds, body),
  };
}

import { legacyName } from '../events/event-names.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { signEnvelope } from './sign-envelope.js';
import type { WebhookRequest } from './webhook-request.js';

/** The request settings that apply to all subscribers. */
export interface RequestStyle {
  /** The `X-Webhook-Source` header. */
  readonly source: string;
  readonly standardWebhooks: boolean;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/**
 * Renders the request of an attempt, timestamped and signed now (specification, "Request headers").
 *
 * @param secrets the subscriber's live secrets, the current one first
 */
export function renderRequest(
  { tenantId, deliveryId, attempt, event, subscriber }: ClaimedDelivery,
  secrets: readonly string[],
  { timeoutMs, ...style }: RequestStyle,
  now: Date,
): WebhookRequest {
  const eventType = subscriber.naming === 'legacy' ? legacyName(event.type) : event.type;
  const ids = { eventId: deliveryId, idempotencyKey: event.id };
  const envelope = { eventType, ...ids, data: event.data, attempt, ...style };
  return { tenantId, url: subscriber.url, timeoutMs, ...signEnvelope(envelope, secrets, now) };
}

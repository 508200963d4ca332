import { legacyName } from '../../events/catalogue/event-names.js';
import type { DueAttempt } from './attempt.js';
import { signEnvelope } from './sign-envelope.js';
import type { WebhookRequest } from './webhook-post.js';

/** The request settings that apply to all subscribers. */
export interface RequestStyle {
  /** The `X-Webhook-Source` header. */
  readonly source: string;
  readonly standardWebhooks: boolean;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/**
 * Renders the request of an attempt, timestamped and signed as it starts (specification, "Request headers").
 *
 * @param secrets the subscriber's live secrets, the current one first
 */
export function renderRequest(
  { delivery, number, event, subscriber, startedAt }: Omit<DueAttempt, 'type' | 'request'>,
  secrets: readonly string[],
  { source, standardWebhooks, timeoutMs }: RequestStyle,
): WebhookRequest {
  const envelope = {
    eventType: subscriber.naming === 'legacy' ? legacyName(event.type) : event.type,
    eventId: delivery.deliveryId,
    idempotencyKey: event.id,
    data: event.data,
    attempt: number,
    source,
    standardWebhooks,
  };
  const { body, headers } = signEnvelope(envelope, secrets, startedAt);
  return { tenantId: delivery.tenantId, url: subscriber.url, timeoutMs, body, headers };
}

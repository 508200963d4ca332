import type { KeyObject } from 'node:crypto';
import { legacyName } from '../../events/catalogue/event-names.js';
import type { CustomHeaders } from '../subscribers/custom-headers.js';
import type { DataAtVersion } from '../../events/data-at-version.js';
import type { StartedPost } from './attempt.js';
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

/** What signs the requests of a subscriber, and what it adds to them. */
export interface RequestSecrets {
  /** Its live secrets, the current one first. */
  readonly secrets: readonly string[];
  /** Its tenant's private keys, the active one first; empty where its signature is `v1`. */
  readonly privateKeys: readonly KeyObject[];
  /** Its custom headers. */
  readonly headers: CustomHeaders;
}

/**
 * Renders the request of an attempt, timestamped and signed as it starts (specification, "Request headers").
 *
 * @param sent the data that it sends
 */
export function renderRequest(
  { delivery, number, event, subscriber, sequence, startedAt }: StartedPost,
  { version, data }: DataAtVersion,
  { secrets, privateKeys, headers: added }: RequestSecrets,
  { source, standardWebhooks, timeoutMs }: RequestStyle,
): WebhookRequest {
  const envelope = {
    eventType: subscriber.naming === 'legacy' ? legacyName(event.type) : event.type,
    eventId: delivery.deliveryId,
    idempotencyKey: event.id,
    data,
    version,
    attempt: number,
    sequence,
    source,
    standardWebhooks,
    signature: subscriber.signature,
  };
  const { body, headers } = signEnvelope(envelope, secrets, startedAt, privateKeys);
  const { url, clientCertificate } = subscriber;
  const request = { tenantId: delivery.tenantId, url, timeoutMs, body };
  return { ...request, headers: { ...added, ...headers }, clientCertificate };
}

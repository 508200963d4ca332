import type { WebhookOutcome } from '../webhooks/webhook-outcome.js';
import type { WebhookRequest } from '../webhooks/webhook-request.js';

/** Sends one attempt. `@stepward/webhooks` has the sender with SSRF protection; tests pass their own. */
export interface WebhookSender {
  /**
   * POSTs the body, follows no redirect, and has an answer by the end of `timeoutMs`, everything
   * included: name, connection, TLS, headers, body. Never rejects.
   */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}

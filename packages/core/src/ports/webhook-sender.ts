import type { WebhookOutcome, WebhookRequest } from '../webhooks/attempts/webhook-post.js';

/** Sends one attempt. `@stepward/webhooks` has the sender with SSRF protection; tests pass their own. */
export interface WebhookSender {
  /**
   * POSTs the body, follows no redirect, and resolves within `timeoutMs`, which covers name resolution, connection,
   * TLS, headers and body. Never rejects.
   */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}

import type { WebhookOutcome, WebhookRequest } from '../webhooks/attempts/webhook-post.js';

/** Sends one attempt. `@stepward/webhooks` has the sender with SSRF protection; tests pass their own. */
export interface WebhookSender {
  /**
   * POSTs the body, follows no redirect, and resolves within `timeoutMs`, which covers name resolution, connection,
   * TLS, headers and body. Never rejects.
   */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}

/**
 * Which URLs webhooks may go to. Asked when a subscriber is registered; the sender asks the same at
 * each attempt, so an implementation shares its rules with the sender.
 */
export interface WebhookTargets {
  /**
   * `allowed`: webhooks may go to this URL now. An https name without an address is allowed as well,
   * because each attempt resolves the name again. `refused`: the URL or one of its addresses is not
   * allowed. No reason is given, because it would reveal the internal network.
   */
  check(url: string): Promise<'allowed' | 'refused'>;
}

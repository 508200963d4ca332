/** Sends one attempt. `@stepward/webhooks` has the guarded sender; tests hand over their own. */
export interface WebhookSender {
  /**
   * POSTs the body, follows no redirect, and has an answer by the end of `timeoutMs`, everything
   * included: name, connection, TLS, headers, body. Never rejects.
   */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}

/** One POST, ready to be sent as it is. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes, as UTF-8. */
  readonly body: string;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/** Why no answer came. */
export const WEBHOOK_FAILURES = [
  /** The target is none that webhooks may go to. */
  'target_refused',
  /** The name has no address. */
  'dns_failed',
  'connection_failed',
  /** The certificate, or another part of the handshake, is bad. */
  'tls_failed',
  /** The connection broke before the answer was whole. */
  'connection_lost',
  'timed_out',
  /** What came back is not HTTP. */
  'bad_answer',
] as const;

export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** What became of one POST. */
export type WebhookOutcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      /** The `Retry-After` header as it came; null for none. */
      readonly retryAfter: string | null;
      /** The answer's body as text, at most 16 KiB of it. */
      readonly body: string;
    }
  | { readonly type: 'failed'; readonly reason: WebhookFailure };

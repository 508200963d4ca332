/** One POST, ready to send. */
export interface WebhookRequest {
  /** The event's tenant. It is not sent, but tenants share no connections. */
  readonly tenantId: string;
  readonly url: string;
  /** The name of the client certificate to present; none by default. */
  readonly clientCertificate?: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes, as UTF-8. */
  readonly body: string;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/** The reasons why there was no response. */
export const WEBHOOK_FAILURES = [
  /** The target address is not allowed. */
  'target_refused',
  /** The name does not resolve. */
  'dns_failed',
  'connection_failed',
  /** The certificate, or another part of the handshake, is bad. */
  'tls_failed',
  /** The client certificate is not there, or cannot be presented. */
  'client_certificate_failed',
  /** The connection broke before the answer was whole. */
  'connection_lost',
  'timed_out',
  /** The response is not HTTP. */
  'bad_answer',
] as const;

export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** The result of one POST. */
export type WebhookOutcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      /** The `Retry-After` header as it came; null for none. */
      readonly retryAfter: string | null;
      /** The `webhook-delivery` header as it came, joined by commas where it is repeated; none by default. */
      readonly delivery?: string | null;
      /** The answer's body as text, at most 16 KiB of it. */
      readonly body: string;
    }
  | {
      readonly type: 'failed';
      readonly reason: WebhookFailure;
      /**
       * What the operator's log says beside `reason`: the rule that refused the target, or an error's code. Never part of a
       * URL. It is neither stored nor shown to the tenant, because it would reveal the internal network.
       */
      readonly why?: string;
    };

/** One POST, ready to send. */
export interface WebhookRequest {
  /** The event's tenant. It is not sent, but tenants share no connections. */
  readonly tenantId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes, as UTF-8. */
  readonly body: string;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/** One POST, ready to be sent as it is. */
export interface WebhookRequest {
  /** Whose event it is. It is not sent: tenants share no connections. */
  readonly tenantId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes, as UTF-8. */
  readonly body: string;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

/** One POST, ready to be sent as it is. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes, as UTF-8. */
  readonly body: string;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs: number;
}

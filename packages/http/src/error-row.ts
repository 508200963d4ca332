/** The short codes of the specification, "Errors", and those of statuses that it does not list. */
export type WireCode =
  | 'validation_error'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'request_timeout'
  | 'method_not_allowed'
  | 'conflict'
  | 'content_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable';

/** How one failure looks on the wire. */
export interface ErrorRow {
  readonly status: number;
  readonly code: WireCode;
  /** The kind of problem, the same at every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /** What the caller can do about it. Fixed text: nothing of the request or of the inside gets in. */
  readonly detail: string;
  /**
   * The parameters of the `WWW-Authenticate` challenge, which is there on every 401 (RFC 9110 section
   * 11.6.1) and on a missing scope. Empty where there is nothing but a realm to tell.
   */
  readonly challenge?: string;
  /** The scheme of that challenge; `Bearer` where it is left out. */
  readonly scheme?: 'ServiceSecret';
  /** Seconds for `Retry-After`, where the failure itself does not know how long to wait; 1 or more. */
  readonly retryAfter?: number;
  /** Whether the connection ends with the answer, because the rest of the body is not read. */
  readonly endsConnection?: true;
}

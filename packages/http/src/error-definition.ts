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

/** How one failure is sent to the caller. */
export interface ErrorDefinition {
  readonly status: number;
  readonly code: WireCode;
  /** The kind of problem, the same at every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /**
   * What is wrong and what the caller can do. A fixed text, so that it contains no data of the request or the
   * service.
   */
  readonly detail: string;
  /**
   * The parameters of the `WWW-Authenticate` challenge, which is there on every 401 (RFC 9110 section 11.6.1) and on
   * a missing scope. Empty if there is only a realm.
   */
  readonly challenge?: string;
  /** The scheme of that challenge; `Bearer` where it is left out. */
  readonly scheme?: 'ServiceSecret';
  /** Seconds for `Retry-After`, if the failure itself has no waiting time; 1 or more. */
  readonly retryAfter?: number;
  /** Whether the connection ends with the answer, because the rest of the body is not read. */
  readonly endsConnection?: true;
}

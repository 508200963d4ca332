import type { DomainError, FieldViolation } from '@stepward/core';
import type { ApiName } from './api.js';
import type { TokenRefusal } from './auth/refused-token.js';

/** The path is known, the method is not. */
export interface MethodNotAllowed {
  readonly code: 'method_not_allowed';
  /** The methods that the path answers, for the `Allow` header (RFC 9110 section 10.2.1). */
  readonly allow: readonly string[];
}

/** A header that decides who asks, or how the body reads, was sent more than once. */
export interface HeaderDuplicated {
  readonly code: 'header_duplicated';
  readonly violations: readonly FieldViolation[];
}

/** The address or the credential sent more requests than one minute lets through. */
export interface RequestLimitExceeded {
  readonly code: 'request_limit_exceeded';
  /** Milliseconds until the window ends; 1 to 60 000. */
  readonly retryAfterMs: number;
}

/** Requests could not be counted, and the host serves none uncounted. */
export interface RequestLimitsUnavailable {
  readonly code: 'request_limits_unavailable';
}

/** A credential was sent over plain http. */
export interface TlsRequired {
  readonly code: 'tls_required';
}

/** A browser may have attached the credential for a page of another site. */
export interface OriginRefused {
  readonly code: 'origin_refused';
}

/** The token cannot be checked now, so it is not known whether it is valid. */
export interface AuthenticationUnavailableFailure {
  readonly code: 'authentication_unavailable';
}

/** No credential was sent. */
export interface TokenMissing {
  readonly code: 'token_missing';
  /** The API that asks, as the `realm` of the challenge (RFC 6750 section 3). */
  readonly realm: ApiName;
}

/** A credential was sent, and it is not valid here. */
export interface TokenInvalid {
  readonly code: 'token_invalid';
  readonly realm: ApiName;
  /** For the log; not in the answer. */
  readonly why?: TokenRefusal;
}

/** The service secret is missing, wrong, or was sent twice. */
export interface ServiceSecretInvalid {
  readonly code: 'service_secret_invalid';
  readonly realm: ApiName;
}

/** The credential is of no tenant, and the request names none. */
export interface TenantMissing {
  readonly code: 'tenant_missing';
}

/** The request names a tenant that was never configured. */
export interface TenantUnknown {
  readonly code: 'tenant_unknown';
  readonly realm: ApiName;
}

/** The request names another tenant than its credential does, or two of them. */
export interface TenantMismatch {
  readonly code: 'tenant_mismatch';
}

/** The token lacks the scope of the route (RFC 6750 section 3.1). */
export interface ScopeInsufficient {
  readonly code: 'insufficient_scope';
  readonly requiredScope: string;
  readonly realm: ApiName;
}

/** A parameter of the path is badly encoded, or can be the id of nothing. */
export interface PathInvalid {
  readonly code: 'path_invalid';
}

/** The query has parameters that the route does not take, or values that they cannot have. */
export interface QueryInvalid {
  readonly code: 'query_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The content type is not JSON. */
export interface MediaTypeUnsupported {
  readonly code: 'media_type_unsupported';
}

/** The body is larger than the route reads. */
export interface BodyTooLarge {
  readonly code: 'body_too_large';
}

/** The client went away, or sent less than it promised. */
export interface BodyIncomplete {
  readonly code: 'body_incomplete';
}

/** The body did not arrive in time. */
export interface BodyTimedOut {
  readonly code: 'body_timed_out';
}

/** The body is not JSON in UTF-8 (RFC 8259). */
export interface BodyMalformed {
  readonly code: 'body_malformed';
}

/** The body is JSON, but not of the shape that the route takes. */
export interface BodyInvalid {
  readonly code: 'body_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The `Idempotency-Key` is empty, too long, or holds characters that a key cannot have. */
export interface IdempotencyKeyInvalid {
  readonly code: 'idempotency_key_invalid';
}

/** Too many requests wait for the same person or record, or this one waited too long. Nothing was stored. */
export interface Busy {
  readonly code: 'busy';
}

/** Something broke inside; the log says what. */
export interface InternalError {
  readonly code: 'internal_error';
}

/** Every refusal of the HTTP layer itself, told apart by `code`. */
export type HttpFailure =
  | MethodNotAllowed
  | HeaderDuplicated
  | RequestLimitExceeded
  | RequestLimitsUnavailable
  | TlsRequired
  | OriginRefused
  | AuthenticationUnavailableFailure
  | TokenMissing
  | TokenInvalid
  | ServiceSecretInvalid
  | TenantMissing
  | TenantUnknown
  | TenantMismatch
  | ScopeInsufficient
  | PathInvalid
  | QueryInvalid
  | MediaTypeUnsupported
  | BodyTooLarge
  | BodyIncomplete
  | BodyTimedOut
  | BodyMalformed
  | BodyInvalid
  | IdempotencyKeyInvalid
  | Busy
  | InternalError;

/** Everything that a request can be refused for. */
export type Failure = DomainError | HttpFailure;

import type { DomainError, FieldViolation } from '@stepward/core';
import type { ApiName } from './api.js';
import type { RefusedToken } from './auth/refused-token.js';

/** The path exists, but not with this method. */
export interface MethodNotAllowed {
  readonly code: 'method_not_allowed';
  /** The methods that the path answers, for the `Allow` header (RFC 9110 section 10.2.1). */
  readonly allow: readonly string[];
}

/** A header that determines the caller or the format of the body was sent more than once. */
export interface HeaderDuplicated {
  readonly code: 'header_duplicated';
  readonly violations: readonly FieldViolation[];
}

/** The address or the credential exceeded the limit of requests per minute. */
export interface RequestLimitExceeded {
  readonly code: 'request_limit_exceeded';
  /** Milliseconds until the window ends; 1 to 60 000. */
  readonly retryAfterMs: number;
}

/** Requests could not be counted, and the host refuses uncounted requests. */
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

/** The token cannot be verified at present. */
export interface AuthenticationUnavailableFailure {
  readonly code: 'authentication_unavailable';
}

/** Where a credential is required: one of the APIs, or a resource of the host, as `requireAssurance` protects it. */
export type Realm = ApiName | 'resource';

/** No credential was sent. */
export interface TokenMissing {
  readonly code: 'token_missing';
  /** The `realm` of the challenge (RFC 6750 section 3). */
  readonly realm: Realm;
}

/** The credential is not valid for this API. */
export interface TokenInvalid {
  readonly code: 'token_invalid';
  readonly realm: Realm;
  /** For the log; not in the response. */
  readonly why?: RefusedToken;
}

/** The service secret is missing, wrong, or was sent twice. */
export interface ServiceSecretInvalid {
  readonly code: 'service_secret_invalid';
  readonly realm: Realm;
}

/** The credential belongs to no tenant, and the request names none. */
export interface TenantMissing {
  readonly code: 'tenant_missing';
}

/** The request names a tenant that was never configured. */
export interface TenantUnknown {
  readonly code: 'tenant_unknown';
  readonly realm: Realm;
}

/** The request names another tenant than its credential does, or two of them. */
export interface TenantMismatch {
  readonly code: 'tenant_mismatch';
}

/** The token lacks the scope of the route (RFC 6750 section 3.1). */
export interface ScopeInsufficient {
  readonly code: 'insufficient_scope';
  readonly requiredScope: string;
  readonly realm: Realm;
}

/** The user has authenticated with too low an assurance, or too long ago (RFC 9470 section 3). */
export interface AuthenticationInsufficient {
  readonly code: 'authentication_insufficient';
  /** For the challenge: what to ask the authorisation server for. */
  readonly acrValues: string;
  /** Likewise, in seconds; null for any age. */
  readonly maxAge: number | null;
  readonly realm: Realm;
}

/** A parameter of the path is badly encoded, or is not a valid id. */
export interface PathInvalid {
  readonly code: 'path_invalid';
}

/** The query has unknown parameters, or invalid values. */
export interface QueryInvalid {
  readonly code: 'query_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The content type is not JSON. */
export interface MediaTypeUnsupported {
  readonly code: 'media_type_unsupported';
}

/** The body exceeds the size limit of the operation. */
export interface BodyTooLarge {
  readonly code: 'body_too_large';
}

/** The client disconnected, or sent less than it announced. */
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

/** The body is JSON, but does not match the schema of the operation. */
export interface BodyInvalid {
  readonly code: 'body_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The `Idempotency-Key` is empty, too long, or contains invalid characters. */
export interface IdempotencyKeyInvalid {
  readonly code: 'idempotency_key_invalid';
}

/** Too many requests are waiting for the same identity or record, or this one waited too long. Nothing was stored. */
export interface Busy {
  readonly code: 'busy';
}

/** Storage cannot be used at present. A change that was under way may or may not have been stored. */
export interface StorageUnavailableFailure {
  readonly code: 'storage_unavailable';
}

/** An unexpected error; the log has the details. */
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
  | AuthenticationInsufficient
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
  | StorageUnavailableFailure
  | InternalError;

/** Every refusal of a request. */
export type Failure = DomainError | HttpFailure;

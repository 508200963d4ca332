import type { DomainError, FieldViolation } from '@stepward/core';
import type { ApiName } from './api.js';

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

/** No bearer token was sent. */
export interface TokenMissing {
  readonly code: 'token_missing';
  /** The API that asks, as the `realm` of the challenge (RFC 6750 section 3). */
  readonly realm: ApiName;
}

/** A bearer token was sent, and it is not valid here. */
export interface TokenInvalid {
  readonly code: 'token_invalid';
  readonly realm: ApiName;
}

/** The request names another tenant than its credential does. */
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

/** The body is not announced as JSON. */
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

/** The body is not JSON in UTF-8 (RFC 8259). */
export interface BodyMalformed {
  readonly code: 'body_malformed';
}

/** The body is JSON, but not of the shape that the route takes. */
export interface BodyInvalid {
  readonly code: 'body_invalid';
  readonly violations: readonly FieldViolation[];
}

/** Something broke inside; the log says what. */
export interface InternalError {
  readonly code: 'internal_error';
}

/** Every refusal of the HTTP layer itself, told apart by `code`. */
export type HttpFailure =
  | MethodNotAllowed
  | HeaderDuplicated
  | TokenMissing
  | TokenInvalid
  | TenantMismatch
  | ScopeInsufficient
  | PathInvalid
  | QueryInvalid
  | MediaTypeUnsupported
  | BodyTooLarge
  | BodyIncomplete
  | BodyMalformed
  | BodyInvalid
  | InternalError;

/** Everything that a request can be refused for. */
export type Failure = DomainError | HttpFailure;

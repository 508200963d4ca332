/** The refusals of the HTTP layer itself: what each holds, and how it is sent. */
import type { DomainError, FieldViolation } from '@stepward/core';
import type { ApiName } from '../api.js';
import type { RefusedToken } from '../auth/refused-token.js';

/** The short code of each status: those of the specification, "Errors", and of statuses that it does not list. */
export const SHORT_CODES = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'content_too_large',
  415: 'unsupported_media_type',
  422: 'validation_error',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'service_unavailable',
} as const;

/** One of {@link SHORT_CODES}. */
export type WireCode = (typeof SHORT_CODES)[keyof typeof SHORT_CODES];

/** How one failure is sent, without the short code, which follows from its status. */
export interface ErrorRow extends Omit<ErrorDefinition, 'code'> {
  readonly status: keyof typeof SHORT_CODES;
}

/** How one failure is sent to the caller. */
export interface ErrorDefinition {
  readonly status: number;
  readonly code: WireCode;
  /** The kind of problem, the same at every occurrence (RFC 9457 section 3.1.3). */
  readonly title: string;
  /**
   * What is wrong and what the caller can do. A fixed text, so it contains no data of the request or the
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

/** Where a credential is required: one of the APIs, or a resource of the host, as `requireAssurance` protects it. */
export type Realm = ApiName | 'resource';

/** The `realm` of the challenge (RFC 6750 section 3). */
interface InRealm {
  readonly realm: Realm;
}

interface BrokenRules {
  readonly violations: readonly FieldViolation[];
}

/** What a failure holds beside its code; `unknown` for nothing. */
interface HttpFailures {
  /** The path exists, but not with this method. `allow`: the methods it has, for the header (RFC 9110 section 10.2.1). */
  readonly method_not_allowed: { readonly allow: readonly string[] };
  /** A header that determines the caller or the format of the body was sent more than once. */
  readonly header_duplicated: BrokenRules;
  /** The limit of requests per minute is exceeded. Milliseconds until the window ends; 1 to 60 000. */
  readonly request_limit_exceeded: { readonly retryAfterMs: number };
  /** Requests could not be counted, and the host refuses uncounted requests. */
  readonly request_limits_unavailable: unknown;
  /** No credential was sent. */
  readonly token_missing: InRealm;
  /** A credential was sent over plain http. */
  readonly tls_required: unknown;
  /** A browser may have attached the credential for a page of another site. */
  readonly origin_refused: unknown;
  /** The token cannot be verified at present. */
  readonly authentication_unavailable: unknown;
  /** The credential is not valid for this API. `why` is for the log and not in the response. */
  readonly token_invalid: InRealm & { readonly why?: RefusedToken };
  /** The service secret is missing, wrong, or was sent twice. */
  readonly service_secret_invalid: InRealm;
  /** The credential belongs to no tenant, and the request names none. */
  readonly tenant_missing: unknown;
  /** The request names a tenant that was never configured. */
  readonly tenant_unknown: InRealm;
  /** The request names another tenant than its credential does, or two of them. */
  readonly tenant_mismatch: unknown;
  /** The token lacks the scope of the route (RFC 6750 section 3.1). */
  readonly insufficient_scope: InRealm & { readonly requiredScope: string };
  /**
   * The user has authenticated with too low an assurance, or too long ago (RFC 9470 section 3). `acrValues` and `maxAge`
   * are what to ask the authorisation server for; `maxAge` in seconds, null for any age.
   */
  readonly authentication_insufficient: InRealm & {
    readonly acrValues: string;
    readonly maxAge: number | null;
  };
  /** The request has no grant for its operation. `acrValues` as above. */
  readonly grant_missing: InRealm & { readonly acrValues: string };
  /** A parameter of the path is badly encoded, or is not a valid id. */
  readonly path_invalid: unknown;
  /** The query has unknown parameters, or invalid values. */
  readonly query_invalid: BrokenRules;
  /** The content type is not JSON. */
  readonly media_type_unsupported: unknown;
  /** The body exceeds the size limit of the operation. */
  readonly body_too_large: unknown;
  /** The client disconnected, or sent less than it announced. */
  readonly body_incomplete: unknown;
  /** The body did not arrive in time. */
  readonly body_timed_out: unknown;
  /** The body is not JSON in UTF-8 (RFC 8259). */
  readonly body_malformed: unknown;
  /** The body is JSON, but does not match the schema of the operation. */
  readonly body_invalid: BrokenRules;
  /** The `Idempotency-Key` is empty, too long, or contains invalid characters. */
  readonly idempotency_key_invalid: unknown;
  /** Too many requests wait for the same identity or record, or this one waited too long. Nothing was stored. */
  readonly busy: unknown;
  /** Storage cannot be used at present. A change that was under way may or may not have been stored. */
  readonly storage_unavailable: unknown;
  /** An unexpected error; the log has the details. */
  readonly internal_error: unknown;
}

/** Every refusal of the HTTP layer itself, told apart by `code`. */
export type HttpFailure = {
  readonly [Code in keyof HttpFailures]: { readonly code: Code } & HttpFailures[Code];
}[keyof HttpFailures];

/** The query has unknown parameters, or invalid values. */
export type QueryInvalid = Extract<HttpFailure, { readonly code: 'query_invalid' }>;

/** Every refusal of a request. */
export type Failure = DomainError | HttpFailure;

/** One row per refusal of the HTTP layer itself. */
export const HTTP_ERROR_TABLE = {
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'The path does not support this method. Use one from the Allow header.',
  },
  header_duplicated: {
    status: 400,
    title: 'Header repeated',
    detail: 'A header that must be sent once was sent more than once.',
  },
  request_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    detail:
      'The limit of requests per minute is exceeded. Try again after the time in the Retry-After header.',
  },
  request_limits_unavailable: {
    status: 503,
    title: 'Rate limiting unavailable',
    detail:
      'Rate limiting is temporarily unavailable, and requests are refused without it. Try again after the time in the Retry-After header.',
    retryAfter: 1,
  },
  token_missing: {
    status: 401,
    title: 'Credential missing',
    detail:
      'The request has no credential. Send it in the Authorization header with the scheme Bearer, or where this service expects it.',
    challenge: '',
  },
  tls_required: {
    status: 403,
    title: 'TLS required',
    detail:
      'The credential was sent over plain http. Use https. Behind a proxy that terminates TLS, configure the host to trust it: `trust proxy` in Express, `trustProxy` in Fastify, `scheme` of createFetchHandler. In development use http://localhost without a proxy, or set `requireTls: false` there.',
  },
  origin_refused: {
    status: 403,
    title: 'Origin refused',
    detail:
      'The request may come from a page of another site. Send it from a page of the same origin, or add its origin to `allowedOrigins`.',
  },
  authentication_unavailable: {
    status: 503,
    title: 'Authentication unavailable',
    detail:
      'Credentials cannot be verified at present. Try again after the time in the Retry-After header.',
    retryAfter: 5,
  },
  token_invalid: {
    status: 401,
    title: 'Credential invalid',
    detail:
      'The credential is malformed, expired, revoked or not valid for this API. Obtain a new one.',
    challenge: 'error="invalid_token", error_description="the access token is not valid"',
  },
  service_secret_invalid: {
    status: 401,
    title: 'Service secret invalid',
    detail:
      'The service secret is missing, repeated or not active. Send an active one in the X-Internal-Service-Secret header.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_missing: {
    status: 400,
    title: 'Tenant missing',
    detail: 'The request names no tenant. Name it by the host name or in the X-Tenant-ID header.',
  },
  tenant_unknown: {
    status: 401,
    title: 'Unknown tenant',
    detail: 'The host name or the X-Tenant-ID header names an unknown tenant.',
    scheme: 'ServiceSecret',
    challenge: '',
  },
  tenant_mismatch: {
    status: 403,
    title: 'Tenant mismatch',
    detail: 'The host name, the X-Tenant-ID header and the credential must name the same tenant.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Scope missing',
    detail: 'The credential lacks a scope that this operation requires. Use one that has it.',
    challenge: 'error="insufficient_scope"',
  },
  authentication_insufficient: {
    status: 401,
    title: 'Authentication not sufficient',
    detail:
      'This resource requires a stronger or a more recent authentication. Authenticate again with the parameters of the WWW-Authenticate header.',
    challenge:
      'error="insufficient_user_authentication", error_description="a stronger or more recent authentication is required"',
  },
  grant_missing: {
    status: 401,
    title: 'Grant missing',
    detail:
      'The person has to approve this operation. Send the grant of the approval in the header Stepward-Grant.',
    challenge:
      'error="insufficient_user_authentication", error_description="the operation has to be approved"',
  },
  path_invalid: {
    status: 404,
    title: 'No such resource',
    detail: 'The path is badly encoded, or contains an id that is not valid.',
  },
  query_invalid: {
    status: 400,
    title: 'Query invalid',
    detail: 'The query breaks the rules listed in errors.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body with the content type application/json, in UTF-8.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body exceeds the size limit of this operation.',
    endsConnection: true,
  },
  body_incomplete: {
    status: 400,
    title: 'Body incomplete',
    detail: 'The body ended early. Send the request again.',
  },
  body_timed_out: {
    status: 408,
    title: 'Body too slow',
    detail: 'The body did not arrive in time. Send the request again.',
    endsConnection: true,
  },
  body_malformed: {
    status: 400,
    title: 'Body malformed',
    detail: 'The body must be JSON in UTF-8.',
  },
  body_invalid: {
    status: 400,
    title: 'Body invalid',
    detail: 'The body breaks the rules listed in errors.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Idempotency key invalid',
    detail: 'An Idempotency-Key must have 1 to 255 visible ASCII characters.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    detail:
      'Too many requests for the same identity or record are in progress. Nothing was changed. Try again after the time in the Retry-After header.',
    retryAfter: 1,
  },
  storage_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    detail:
      'The storage of this service cannot be used at present. Read the state before you repeat a change, because it may have been stored. Try again after the time in the Retry-After header.',
    retryAfter: 5,
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'An unexpected error occurred. Include request_id when you report it.',
  },
} as const satisfies Record<keyof HttpFailures, ErrorRow>;

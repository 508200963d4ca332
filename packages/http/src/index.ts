/**
 * `create-http-api.ts` is the way of a request. `request/` reads it, `auth/` finds who sends it, `limits/` counts it,
 * `idempotency/` repeats an answer, `operations/` has one file per resource, `errors/` one row per refusal, `openapi/` the
 * description. `fetch/` and `node/` turn the requests of a server into ours, `assurance/` protects a host's own routes.
 */
export { createHttpApi } from './create-http-api.js';
export type { CredentialCheckOptions, HttpApiOptions } from './http-api-options.js';
export type { ObservedAnswer, ObservedRequest, RequestObserver } from './observe-request.js';
export type { OperationServices } from './operations/create-operations.js';

export { createAssuranceCheck, type AssuranceOptions } from './assurance/create-assurance-check.js';
export { createGrantCheck, type GrantOptions } from './assurance/create-grant-check.js';
export { userOf, type AssuranceCheck } from './assurance/create-user-check.js';
export { requireAssurance } from './assurance/require-assurance.js';
export { requireGrant } from './assurance/require-grant.js';

export { AuthenticationUnavailable, type AccessTokenAuthenticator } from './auth/access-tokens.js';
export type { CredentialOptions, CredentialSource } from './auth/read-credential.js';
export type { ClaimMismatch, RefusedToken, TokenRefusal } from './auth/refused-token.js';
export { createJwtAuthenticator } from './auth/jwt/jwt-authenticator.js';
export type { JwtClaimNames, JwtPayload } from './auth/jwt/jwt-claims.js';
export type { JwtKeys, RemoteJwtKeys } from './auth/jwt/jwt-keys.js';
export type { JwtAlgorithm, JwtAuthenticatorOptions } from './auth/jwt/jwt-options.js';
export {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from './auth/opaque-token-authenticator.js';
export type { ServiceSecret, ServiceSecrets } from './auth/service-secrets.js';
export type { UserPrincipal } from './auth/principals.js';

export {
  createAddressLimit,
  type AddressLimit,
  type AddressLimited,
} from './limits/create-address-limit.js';
export type { RateLimitOptions } from './limits/create-request-limiter.js';
export type { CountMeasurement, RequestLimitMetrics } from './limits/store-guard.js';
export { memoryLimits } from './limits/memory-limits.js';
export {
  redisLimits,
  type IoredisClient,
  type NodeRedisClient,
  type RedisLimitsOptions,
} from './limits/redis-limits.js';
export {
  DEFAULT_REQUEST_LIMITS,
  type ApiLimits,
  type RequestLimitChanges,
  type RequestLimits,
} from './limits/request-limits.js';

export { clientOf } from './request/client-of.js';
export { isId } from './api.js';
export { describeError, type ErrorDescription } from './logging.js';
export { errorTable } from './errors/error-table.js';
export type {
  ErrorDefinition,
  Failure,
  HttpFailure,
  Realm,
  WireCode,
} from './errors/http-errors.js';
export { storageRefusal } from './errors/refused-requests.js';
export {
  renderProblemJson,
  toProblem,
  type ProblemDocument,
  type RenderedProblem,
  type RenderProblem,
} from './errors/problem.js';

export type { FetchContext, FetchRequestContext } from './fetch/fetch-request.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from './fetch/fetch-handler.js';
export {
  checkHttpApi,
  type HttpApi,
  type HttpBody,
  type HttpRequest,
  type HttpResponse,
  type RequestHead,
} from './http-types.js';

export { webhookKeys, type WebhookKeysOptions } from './webhook-keys.js';

export {
  nodeRequest,
  nodeStream,
  writeNodeResponse,
  type NodeRequestContext,
} from './node/node-messages.js';

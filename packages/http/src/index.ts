export { createHttpApi } from './create-http-api.js';
export type { CredentialCheckOptions, HttpApiOptions } from './http-api-options.js';
export type { ObservedAnswer, ObservedRequest, RequestObserver } from './observe-request.js';
export type { OperationServices } from './operations/create-operations.js';

export {
  createAssuranceCheck,
  userOf,
  type AssuranceCheck,
  type AssuranceOptions,
} from './assurance/create-assurance-check.js';
export { requireAssurance } from './assurance/require-assurance.js';

export type { AccessTokenAuthenticator } from './auth/access-tokens.js';
export { AuthenticationUnavailable } from './auth/authentication-unavailable.js';
export type { CredentialOptions, CredentialSource } from './auth/read-credential.js';
export type { ClaimMismatch, RefusedToken, TokenRefusal } from './auth/refused-token.js';
export type { JwtAlgorithm } from './auth/jwt-algorithms.js';
export { createJwtAuthenticator } from './auth/jwt-authenticator.js';
export type { JwtClaimNames, JwtPayload } from './auth/jwt-claims.js';
export type { JwtKeys, RemoteJwtKeys } from './auth/jwt-keys.js';
export type { JwtAuthenticatorOptions } from './auth/jwt-options.js';
export {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from './auth/opaque-token-authenticator.js';
export type { ServiceSecret } from './auth/service-secrets.js';
export type { UserPrincipal } from './auth/user-principal.js';

export {
  createAddressLimit,
  type AddressLimit,
  type AddressLimited,
} from './limits/create-address-limit.js';
export type { RateLimitOptions } from './limits/create-request-limiter.js';
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

export { describeError, type ErrorDescription } from './describe-error.js';
export { storageRefusal } from './refused-requests.js';
export type { ErrorDefinition, WireCode } from './error-definition.js';
export { errorTable } from './error-table.js';
export type { Failure, HttpFailure, Realm } from './http-failure.js';
export {
  renderProblemJson,
  toProblem,
  type ProblemDocument,
  type RenderedProblem,
  type RenderProblem,
} from './problem.js';

export type { FetchContext, FetchRequestContext } from './fetch-request.js';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
} from './fetch-handler.js';
export { checkHttpApi } from './check-http-api.js';
export type { HttpApi, HttpBody, HttpRequest, HttpResponse, RequestHead } from './http-types.js';

export { nodeRequest, type NodeRequestContext } from './node/node-request.js';
export { writeNodeResponse } from './node/write-node-response.js';

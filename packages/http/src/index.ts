export { createHttpApi, type HttpApiOptions } from './create-http-api.js';
export type { RouteServices } from './routes/create-routes.js';

export type { AccessTokenAuthenticator } from './auth/access-tokens.js';
export type { JwtAlgorithm } from './auth/jwt-algorithms.js';
export { createJwtAuthenticator, type JwtAuthenticatorOptions } from './auth/jwt-authenticator.js';
export type { JwtClaimNames, JwtPayload } from './auth/jwt-claims.js';
export type { JwtKeys, RemoteJwtKeys } from './auth/jwt-keys.js';
export {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from './auth/opaque-token-authenticator.js';
export type { UserPrincipal } from './auth/user-principal.js';

export type { ErrorRow, WireCode } from './error-row.js';
export { errorTable } from './error-table.js';
export type { Failure, HttpFailure } from './http-failure.js';
export {
  renderProblemJson,
  toProblem,
  type ProblemDocument,
  type RenderedProblem,
  type RenderProblem,
} from './problem.js';

export { createFetchHandler, type FetchHandlerOptions } from './fetch-handler.js';
export type { HttpApi, HttpBody, HttpRequest, HttpResponse } from './http-types.js';

export { nodeRequest, type NodeRequestContext } from './node/node-request.js';
export { writeNodeResponse } from './node/write-node-response.js';

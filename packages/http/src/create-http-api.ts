import { silentLogger, systemRandom, type Logger } from '@stepward/core';
import type { AccessTokenAuthenticator } from './auth/access-tokens.js';
import { authenticateUser } from './auth/authenticate-user.js';
import { requireScope } from './auth/require-scope.js';
import { resolveTenant } from './auth/resolve-tenant.js';
import { parseTenantDomain, type TenantDomain } from './auth/tenant-domain.js';
import { describeError } from './describe-error.js';
import { failSafeRenderer } from './fail-safe-renderer.js';
import type { HttpApi, HttpRequest } from './http-types.js';
import { matchRoute } from './match-route.js';
import { renderProblemJson, type RenderProblem } from './problem.js';
import { readJsonBody } from './read-json-body.js';
import { Refusal, refuse } from './refusal.js';
import type { Reply } from './reply.js';
import { readRequestId } from './request-id.js';
import type { Route } from './route.js';
import { createRoutes, type RouteServices } from './routes.js';
import { checkHeaders } from './single-header.js';
import { toResponse } from './to-response.js';

/** What a host hands over to serve the API. */
export interface HttpApiOptions {
  /** The services, from `createStepward`. */
  readonly stepward: RouteServices;
  /** Tells whom an access token speaks for. */
  readonly accessTokens: AccessTokenAuthenticator;
  /**
   * The host name below which every tenant has a subdomain, for example `example.com` for
   * `acme.example.com`. Left out, host names say nothing about tenants.
   */
  readonly tenantDomain?: string;
  /** Whether writes ask for `account.mfa:write` and `account.phone:write`; false. */
  readonly requireAccountScopes?: boolean;
  /** The host's own shape of error bodies; problem details (RFC 9457) by default. */
  readonly renderProblem?: RenderProblem;
  /** Hears of every 500. Silent by default. */
  readonly logger?: Logger;
  /**
   * Makes the id of a request that brings none; a random UUID by default. It goes into a header and must
   * not throw.
   */
  readonly requestId?: () => string;
}

/**
 * The API as one function from request to response. A request without a route is the host's; every
 * other is answered, whatever happens on the way.
 *
 * @throws TypeError where `tenantDomain` is not a host name.
 */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  const { logger = silentLogger, requestId: newRequestId = () => systemRandom.uuid() } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const routes = createRoutes(options.stepward);
  const rules = accessRules(options);

  async function answerOrFail(
    route: Route,
    request: HttpRequest,
    requestId: string,
  ): Promise<Reply | Refusal> {
    try {
      return await answer(route, request, rules);
    } catch (thrown) {
      const fields = { requestId, method: request.method, path: route.path };
      logger.error({ ...fields, error: describeError(thrown) }, 'request failed');
      return refuse({ code: 'internal_error' });
    }
  }

  return {
    paths: [...new Set(routes.map(({ path }) => path))],

    async handle(request) {
      const route = matchRoute(routes, request);
      if (route === null) return null;
      const requestId = readRequestId(request.headers) ?? newRequestId();
      const answered =
        route instanceof Refusal ? route : await answerOrFail(route, request, requestId);
      return toResponse(answered, request, requestId, render);
    },
  };
}

/** What the host decided about who may call. */
interface AccessRules {
  readonly accessTokens: AccessTokenAuthenticator;
  readonly tenantDomain: TenantDomain | null;
  readonly requireAccountScopes: boolean;
}

function accessRules(options: HttpApiOptions): AccessRules {
  const { accessTokens, tenantDomain, requireAccountScopes = false } = options;
  return {
    accessTokens,
    tenantDomain: tenantDomain === undefined ? null : parseTenantDomain(tenantDomain),
    requireAccountScopes,
  };
}

/** What a request runs into, in this order; the first refusal wins. */
async function answer(
  route: Route,
  request: HttpRequest,
  { accessTokens, tenantDomain, requireAccountScopes }: AccessRules,
): Promise<Reply | Refusal> {
  const duplicated = checkHeaders(request.headers);
  if (duplicated !== null) return duplicated;
  const principal = await authenticateUser(accessTokens, request.headers);
  if (principal instanceof Refusal) return principal;
  const tenantId = resolveTenant(principal, request, tenantDomain);
  if (tenantId instanceof Refusal) return tenantId;
  const missing = requireScope(principal, requireAccountScopes ? route.scope : null);
  if (missing !== null) return missing;
  const { identityId, assurance } = principal;
  const caller = { tenantId, identityId, assurance };
  if (route.body === null) return route.serve(caller, undefined);
  const body = await readJsonBody(request, route.body);
  return body instanceof Refusal ? body : route.serve(caller, body.value);
}

import { silentLogger, systemRandom, type Logger } from '@stepward/core';
import type { ApiName, Gates } from './api.js';
import type { AccessTokenAuthenticator } from './auth/access-tokens.js';
import { createAccountGate } from './auth/account-gate.js';
import { createCustomerGate } from './auth/customer-gate.js';
import { parseTenantDomain } from './auth/tenant-domain.js';
import { describeError } from './describe-error.js';
import { failSafeRenderer } from './fail-safe-renderer.js';
import type { HttpApi, HttpRequest } from './http-types.js';
import { createRouteMatcher, type RouteMatch } from './match-route.js';
import { renderProblemJson, type RenderProblem } from './problem.js';
import { readJsonBody } from './read-json-body.js';
import { readParams } from './read-params.js';
import { readQuery } from './read-query.js';
import { Refusal, refuse } from './refusal.js';
import type { Reply } from './reply.js';
import { readRequestId } from './request-id.js';
import type { Route } from './route.js';
import { createRoutes, type RouteServices } from './routes/create-routes.js';
import { checkHeaders } from './single-header.js';
import { toResponse } from './to-response.js';

/** What a host hands over to serve the API. */
export interface HttpApiOptions {
  /** The services, from `createStepward`. */
  readonly stepward: RouteServices;
  /**
   * Tells whom an access token speaks for: an end user on the Account API, an administrator on the
   * Customer API where the token has that API's scopes.
   */
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
  const matchRoute = createRouteMatcher(routes);
  const gates = createGates(options);

  async function answerOrFail(
    { route, rawParams }: RouteMatch,
    request: HttpRequest,
    requestId: string,
  ): Promise<Reply | Refusal> {
    try {
      return await answer(route, rawParams, request, gates);
    } catch (thrown) {
      const fields = { requestId, method: request.method, path: route.path };
      logger.error({ ...fields, error: describeError(thrown) }, 'request failed');
      return refuse({ code: 'internal_error' });
    }
  }

  return {
    paths: [...new Set(routes.map(({ path }) => path))],

    async handle(request) {
      const match = matchRoute(request);
      if (match === null) return null;
      const requestId = readRequestId(request.headers) ?? newRequestId();
      const answered =
        match instanceof Refusal ? match : await answerOrFail(match, request, requestId);
      return toResponse(answered, request, requestId, render);
    },
  };
}

function createGates(options: HttpApiOptions): Gates {
  const { stepward, accessTokens, requireAccountScopes = false } = options;
  const tenantDomain =
    options.tenantDomain === undefined ? null : parseTenantDomain(options.tenantDomain);
  return {
    account: createAccountGate({
      accessTokens,
      tenantDomain,
      requireScopes: requireAccountScopes,
    }),
    customer: createCustomerGate({ accessTokens, apiKeys: stepward.apiKeys, tenantDomain }),
  };
}

/** What a request runs into, in this order; the first refusal wins. */
async function answer<Api extends ApiName>(
  route: Route<Api, string>,
  rawParams: RouteMatch['rawParams'],
  request: HttpRequest,
  gates: Gates,
): Promise<Reply | Refusal> {
  const duplicated = checkHeaders(request.headers);
  if (duplicated !== null) return duplicated;
  const gate = gates[route.api];
  const caller = await gate.admit(request, route.scope);
  if (caller instanceof Refusal) return caller;
  const params = readParams(rawParams);
  if (params instanceof Refusal) return params;
  const query = route.query === null ? undefined : readQuery(request.query, route.query);
  if (query instanceof Refusal) return query;
  if (route.body === null) return route.serve(caller, { params, query, body: undefined });
  const body = await readJsonBody(request, route.body, gate.bodyLimit);
  return body instanceof Refusal ? body : route.serve(caller, { params, query, body: body.value });
}

import {
  isStorageBusy,
  silentLogger,
  systemRandom,
  type Logger,
  type Stepward,
} from '@stepward/core';
import type { ApiName, CountCredential, Gates } from './api.js';
import type { AccessTokenAuthenticator } from './auth/access-tokens.js';
import { createAccountGate } from './auth/account-gate.js';
import { createCustomerGate } from './auth/customer-gate.js';
import { createInternalGate } from './auth/internal-gate.js';
import { createServiceSecretCheck, type ServiceSecret } from './auth/service-secrets.js';
import { parseTenantDomain } from './auth/tenant-domain.js';
import { describeError } from './describe-error.js';
import { failSafeRenderer } from './fail-safe-renderer.js';
import type { HttpApi, HttpRequest } from './http-types.js';
import type { Replay } from './idempotency/kept-answer.js';
import { principalOf } from './idempotency/principal-of.js';
import { createServeOnce, type ServeOnce } from './idempotency/serve-once.js';
import { createRequestLimiter, type RateLimitOptions } from './limits/create-request-limiter.js';
import type { RequestMeter } from './limits/request-meter.js';
import { createRouteMatcher, type PathMatch, type RouteMatch } from './match-route.js';
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
  readonly stepward: RouteServices & Pick<Stepward, 'idempotency'>;
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
  /**
   * The secrets of the authentication application, for the Internal API: one, or two while one of them is
   * being replaced. Without any, every request of that API is answered with 401.
   */
  readonly serviceSecrets?: readonly ServiceSecret[];
  /** Whether writes ask for `account.mfa:write` and `account.phone:write`; false. */
  readonly requireAccountScopes?: boolean;
  /**
   * How many requests are served; by default 60 a minute per person and 120 per address on the Account
   * API, 600 per key and 300 per address on the Customer API, counted in this process. `false` for no
   * limits (specification, "Limits").
   */
  readonly rateLimits?: RateLimitOptions | false;
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
 * @throws TypeError where `tenantDomain` is not a host name, a service secret has not its form, or a limit has a value that it cannot have.
 */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  const { logger = silentLogger, requestId: newRequestId = () => systemRandom.uuid() } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const routes = createRoutes(options.stepward);
  const matchRoute = createRouteMatcher(routes);
  const gates = createGates(options);
  const serveOnce = createServeOnce({ idempotency: options.stepward.idempotency, logger });
  const meterFor = createRequestLimiter(options.rateLimits ?? {}, logger);

  async function answerOrFail(
    { path, found }: PathMatch,
    request: HttpRequest,
    requestId: string,
    meter: RequestMeter,
  ): Promise<Reply | Refusal | Replay> {
    try {
      const tooMany = await meter.countAddress();
      if (tooMany !== null) return tooMany;
      if (found instanceof Refusal) return found;
      const { countCredential } = meter;
      const asked = { request, requestId, gates, countCredential, serveOnce };
      return await answer(found.route, found.rawParams, asked);
    } catch (thrown) {
      if (isStorageBusy(thrown)) {
        return refuse({ code: 'busy', retryAfterMs: thrown.retryAfterMs });
      }
      const fields = { requestId, method: request.method, path };
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
      const meter = meterFor(match.api, request.clientAddress);
      const answered = await answerOrFail(match, request, requestId, meter);
      const response = toResponse(answered, request, requestId, render);
      return { ...response, headers: { ...response.headers, ...meter.headers() } };
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
    internal: createInternalGate({
      isServiceSecret: createServiceSecretCheck(options.serviceSecrets ?? []),
      tenants: stepward.tenants,
      tenantDomain,
    }),
  };
}

/** A request, and what it has to pass on its way to the handler. */
interface AskedRequest {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly gates: Gates;
  readonly countCredential: CountCredential;
  readonly serveOnce: ServeOnce;
}

const NO_BODY = { value: undefined, json: null };

/** What a request runs into, in this order; the first refusal wins. */
async function answer<Api extends ApiName>(
  route: Route<Api, string>,
  rawParams: RouteMatch['rawParams'],
  { request, requestId, gates, countCredential, serveOnce }: AskedRequest,
): Promise<Reply | Refusal | Replay> {
  const duplicated = checkHeaders(request.headers);
  if (duplicated !== null) return duplicated;
  const gate = gates[route.api];
  const caller = await gate.admit(request, route.scope, countCredential);
  if (caller instanceof Refusal) return caller;
  const params = readParams(rawParams);
  if (params instanceof Refusal) return params;
  const query = route.query === null ? undefined : readQuery(request.query, route.query);
  if (query instanceof Refusal) return query;
  const body =
    route.body === null ? NO_BODY : await readJsonBody(request, route.body, gate.bodyLimit);
  if (body instanceof Refusal) return body;
  const { tenantId } = caller;
  const principal = principalOf(route.api, caller);
  return serveOnce({ request, requestId, tenantId, principal, json: body.json }, () =>
    route.serve(caller, { params, query, body: body.value }),
  );
}

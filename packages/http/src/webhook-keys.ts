import { stderrLogger, systemRandom, type Logger, type Stepward } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isLogger,
  isTenantId,
  optional,
  required,
  TENANT_ID_FORM,
} from '@stepward/core/adapter';
import { z } from 'zod';
import { Refusal, refuse } from './answer.js';
import { renderProblemJson } from './errors/problem.js';
import { refuseThrown } from './errors/refused-requests.js';
import type { HttpApi, HttpRequest, HttpResponse } from './http-types.js';
import { createAddressLimit } from './limits/create-address-limit.js';
import type { RateLimitOptions } from './limits/create-request-limiter.js';
import { readRequestId } from './request/headers.js';
import { readQuery } from './request/read-input.js';
import { BROWSER_HEADERS, toResponse } from './to-response.js';

export interface WebhookKeysOptions {
  /** What `createStepward` returns, made with `webhooks.signing`. */
  readonly stepward: Pick<Stepward, 'subscribers'>;
  /**
   * The request limits, as for `createHttpApi`; the limit per address of the Account API counts, by default 120 a minute. With the
   * `store` of the API's both count together. `false` for no limit.
   */
  readonly rateLimits?: RateLimitOptions | false;
  /** Receives every 500 at `error`. Standard error by default. */
  readonly logger?: Logger;
}

const PATH = '/.well-known/webhook-keys.json';

/**
 * Serves the public keys that verify a tenant's webhooks, `GET /.well-known/webhook-keys.json?tenant=acme`, as a JSON Web Key
 * Set (RFC 7517). It mounts as the API does, beside it, at the root of an origin (RFC 8615): `app.use(stepwardExpress(webhookKeys({ stepward })))`,
 * `app.register(stepwardFastify, { api })`, `createFetchHandler(api)`.
 *
 * It needs no credential, and reads nothing from storage. It does not say which tenants exist: every tenant id has keys. 400
 * `query_invalid` for a tenant that is missing or no tenant id, 429 for an address with too many requests. Answers may be
 * kept for 5 minutes.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown, or where `createStepward` has no `webhooks.signing`.
 * @example
 * const api = webhookKeys({ stepward });
 */
export function webhookKeys(options: WebhookKeysOptions): HttpApi {
  checkOptions('webhookKeys', options, {
    stepward: required('what createStepward returns, made with webhooks.signing', hasSigningKeys),
    rateLimits: optional(
      'an object of limits, or false',
      (value) => value === false || typeof value === 'object',
    ),
    logger: optional('a logger with debug, info, warn and error', isLogger),
  });
  const { stepward, rateLimits = {}, logger = stderrLogger } = options;
  const limited = createAddressLimit('account', rateLimits, logger);

  async function read(request: HttpRequest, requestId: string): Promise<string | Refusal> {
    const { method, query } = request;
    try {
      const tooMany = await limited(request);
      if (tooMany !== null) return refuse(tooMany);
      if (method !== 'GET' && method !== 'HEAD') {
        return refuse({ code: 'method_not_allowed', allow: ['GET', 'HEAD'] });
      }
      const asked = readQuery(query, QUERY);
      if (asked instanceof Refusal) return asked;
      return JSON.stringify({ keys: stepward.subscribers.publicKeys(String(asked['tenant'])) });
    } catch (thrown) {
      return refuseThrown(thrown, { requestId, method, path: PATH }, logger);
    }
  }

  return {
    paths: [PATH],

    async handle(request): Promise<HttpResponse | null> {
      if (request.path !== PATH) return null;
      const requestId = readRequestId(request.headers) ?? systemRandom.uuid();
      const keySet = await read(request, requestId);
      if (keySet instanceof Refusal)
        return toResponse(keySet, request, requestId, renderProblemJson);
      const headers = { ...HEADERS, 'x-request-id': requestId };
      return { status: 200, headers, body: request.method === 'HEAD' ? null : keySet };
    },
  };
}

const QUERY = z.object({ tenant: z.string().refine(isTenantId, TENANT_ID_FORM) });

const HEADERS = {
  'content-type': 'application/jwk-set+json',
  'cache-control': 'public, max-age=300',
  ...BROWSER_HEADERS,
};

function hasSigningKeys(value: unknown): boolean {
  const { subscribers } = (value ?? {}) as Partial<Stepward>;
  return hasMethods('publicKeys')(subscribers) && subscribers?.publicKeys('any') !== null;
}

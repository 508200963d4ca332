import {
  isStorageBusy,
  stderrLogger,
  systemClock,
  systemRandom,
  type Logger,
} from '@stepward/core';
import type { ApiName } from './api.js';
import { AuthenticationUnavailable } from './auth/authentication-unavailable.js';
import type { CountCredential, Gates } from './auth/gate.js';
import { createGates } from './auth/gates.js';
import { describeError } from './describe-error.js';
import { checkHttpApiOptions, type HttpApiOptions } from './http-api-options.js';
import type { HttpApi, HttpRequest } from './http-types.js';
import type { Replay } from './idempotency/kept-answer.js';
import { createServeOnce, principalOf, type ServeOnce } from './idempotency/serve-once.js';
import { createRequestLimiter } from './limits/create-request-limiter.js';
import type { RequestMeter } from './limits/request-meter.js';
import { createDocumentServer, DOCUMENT_PATH } from './openapi/serve-document.js';
import {
  createOperationMatcher,
  readParams,
  type PathMatch,
  type OperationMatch,
} from './match-operation.js';
import { failSafeRenderer } from './fail-safe-renderer.js';
import { renderProblemJson } from './problem.js';
import { readJsonBody } from './read-json-body.js';
import { readQuery } from './read-query.js';
import { Refusal, refuse } from './refusal.js';
import type { Reply } from './reply.js';
import type { Operation } from './operations/operation.js';
import { createOperations } from './operations/create-operations.js';
import { checkHeaders } from './single-header.js';
import { toResponse } from './to-response.js';

/**
 * The API as one function from request to response. A request without a operation is the host's; every
 * other is answered, whatever happens on the way.
 *
 * @throws TypeError that names the option which is missing, misspelt or out of its bounds.
 */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  checkHttpApiOptions(options);
  const { clock = systemClock, bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS } = options;
  const { logger = stderrLogger, requestId: newRequestId = () => systemRandom.uuid() } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const operations = createOperations(options.stepward);
  const matchOperation = createOperationMatcher(operations);
  const serveDocument = createDocumentServer(operations, render);
  const gates = createGates(options);
  const serveOnce = createServeOnce({ idempotency: options.stepward.idempotency, logger });
  const meterFor = createRequestLimiter(options.rateLimits ?? {}, logger);
  const bodyDeadline = (): AbortSignal => clock.timeout(bodyTimeoutMs);

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
      const asked = { request, requestId, gates, countCredential, serveOnce, bodyDeadline };
      const answered = await answer(found.operation, found.rawParams, asked);
      logRefusedToken(answered, { requestId, method: request.method, path }, logger);
      return answered;
    } catch (thrown) {
      if (isStorageBusy(thrown)) return refuse({ code: 'busy' });
      const fields = { requestId, method: request.method, path };
      logger.error({ ...fields, error: describeError(thrown) }, 'request failed');
      const isAway = thrown instanceof AuthenticationUnavailable;
      return refuse({ code: isAway ? 'authentication_unavailable' : 'internal_error' });
    }
  }

  return {
    paths: [...new Set(operations.map(({ path }) => path)), DOCUMENT_PATH],

    async handle(request) {
      const match = matchOperation(request);
      if (match === null && request.path !== DOCUMENT_PATH) return null;
      const requestId = readRequestId(request.headers) ?? newRequestId();
      if (match === null) return serveDocument(request, requestId);
      const meter = meterFor(match.api, request.clientAddress);
      const answered = await answerOrFail(match, request, requestId, meter);
      const response = toResponse(answered, request, requestId, render);
      return { ...response, headers: { ...response.headers, ...meter.headers() } };
    },
  };
}

/** Milliseconds that a client may take to send a body. */
const DEFAULT_BODY_TIMEOUT_MS = 10_000;

/** The caller learns only that the token is not valid; why it is not, the host finds in its log. */
function logRefusedToken(answered: Reply | Refusal | Replay, fields: object, logger: Logger): void {
  const failure = answered instanceof Refusal ? answered.failure : null;
  if (failure?.code !== 'token_invalid') return;
  logger.debug({ ...fields, refused: failure.why }, 'a credential was refused');
}

/** A request, and what it has to pass on its way to the handler. */
interface AskedRequest {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly gates: Gates;
  readonly countCredential: CountCredential;
  readonly serveOnce: ServeOnce;
  /** Starts the time that a body may take. */
  readonly bodyDeadline: () => AbortSignal;
}

const NO_BODY = { value: undefined, json: null };

/** What a request runs into, in this order; the first refusal wins. */
async function answer<Api extends ApiName>(
  operation: Operation<Api, string>,
  rawParams: OperationMatch['rawParams'],
  asked: AskedRequest,
): Promise<Reply | Refusal | Replay> {
  const { request, requestId, gates, countCredential, serveOnce, bodyDeadline } = asked;
  const duplicated = checkHeaders(request.headers);
  if (duplicated !== null) return duplicated;
  const gate = gates[operation.api];
  const caller = await gate.admit(request, operation.scope, countCredential);
  if (caller instanceof Refusal) return caller;
  const params = readParams(rawParams);
  if (params instanceof Refusal) return params;
  const query = operation.query === null ? undefined : readQuery(request.query, operation.query);
  if (query instanceof Refusal) return query;
  const body =
    operation.body === null
      ? NO_BODY
      : await readJsonBody(request, operation.body, gate.bodyLimit, bodyDeadline);
  if (body instanceof Refusal) return body;
  const { tenantId } = caller;
  const principal = principalOf(operation.api, caller);
  return serveOnce({ request, requestId, tenantId, principal, json: body.json }, () =>
    operation.serve(caller, { params, query, body: body.value }),
  );
}

/** What stands safely in a header, a log line and a shell. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The caller's own `x-request-id` where there is exactly one, of 1 to 128 letters, digits, dots,
 * hyphens and underscores; null otherwise.
 */
function readRequestId(headers: HttpRequest['headers']): string | null {
  const [value, ...others] = headers['x-request-id'] ?? [];
  return value !== undefined && others.length === 0 && REQUEST_ID.test(value) ? value : null;
}

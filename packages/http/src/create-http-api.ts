import { stderrLogger, systemClock, systemRandom } from '@stepward/core';
import type { ApiName, Callers } from './api.js';
import { ownerOf, type CountCredential, type Gates } from './auth/gate.js';
import { createGates } from './auth/gates.js';
import { checkHttpApiOptions, type HttpApiOptions } from './http-api-options.js';
import type { HttpApi, HttpRequest, HttpResponse } from './http-types.js';
import type { Replay } from './idempotency/kept-answer.js';
import { createServeOnce, principalOf, type ServeOnce } from './idempotency/serve-once.js';
import { createRequestLimiter } from './limits/create-request-limiter.js';
import type { RequestMeter } from './limits/request-meter.js';
import { DOCUMENT_PATH } from './openapi/document-path.js';
import { createDocumentServer } from './openapi/serve-document.js';
import {
  createOperationMatcher,
  readParams,
  type PathMatch,
  type OperationMatch,
} from './request/match-operation.js';
import { failSafeRenderer, renderProblemJson } from './errors/problem.js';
import {
  observedRequest,
  reasonOf,
  serveObserved,
  type ObservedAnswer,
} from './observe-request.js';
import { acceptsLines } from './request/accepts-lines.js';
import { readJsonBody, readQuery } from './request/read-input.js';
import { Refusal, reply, type Reply } from './answer.js';
import { logRefusedToken, refuseThrown } from './errors/refused-requests.js';
import { reportRefusal } from './errors/report-refusal.js';
import { readRequestId, checkHeaders } from './request/headers.js';
import type { Operation } from './operations/operation.js';
import { createOperations } from './operations/create-operations.js';
import { warnOfAddress, warnOfMount, warnOfPreflight } from './setup-warnings.js';
import { streamLines } from './stream-lines.js';
import { toResponse } from './to-response.js';
import { createWarnOnce } from './logging.js';

/**
 * The API as one function from request to response. A request without an operation is left to the host; every other
 * request is answered, whatever fails.
 *
 * @throws TypeError that names the option which is missing, misspelt or out of its bounds.
 */
export function createHttpApi(options: HttpApiOptions): HttpApi {
  checkHttpApiOptions(options);
  const { clock = systemClock, bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS } = options;
  const { logger = stderrLogger, requestId: newRequestId = () => systemRandom.uuid() } = options;
  const { observeRequest: observe = null } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const operations = createOperations(options.stepward);
  const matchOperation = createOperationMatcher(operations);
  const serveDocument = createDocumentServer(operations, options.stepward.eventRegistry, render);
  const gates = createGates(options);
  const serveOnce = createServeOnce({ idempotency: options.stepward.idempotency, logger });
  const meterFor = createRequestLimiter(options.rateLimits ?? {}, logger);
  const warn = createWarnOnce(logger);
  const patternOf = (path: string): string | null =>
    path === DOCUMENT_PATH ? path : (matchOperation({ method: 'GET', path })?.path ?? null);
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
      const stream: AskedRequest['stream'] = (batches) =>
        streamLines(batches, {
          deadline: clock.timeout(MAX_STREAM_MS),
          cutoff: clock.timeout(MAX_STREAM_MS + STREAM_GRACE_MS),
          onError: (error) => logger.error({ requestId, path, error }, 'a stream broke off'),
        });
      const asked = { request, requestId, gates, countCredential, serveOnce, bodyDeadline, stream };
      const answered = await answer(found.operation, found.rawParams, asked);
      if (answered instanceof Refusal)
        logRefusedToken(answered, { requestId, method: request.method, path }, { logger, warn });
      return answered;
    } catch (thrown) {
      return refuseThrown(thrown, { requestId, method: request.method, path }, logger);
    }
  }

  async function respond(
    match: PathMatch,
    request: HttpRequest,
    requestId: string,
  ): Promise<ServedRequest> {
    warnOfAddress(request, warn);
    warnOfPreflight(request, warn);
    const meter = meterFor(match.api, request.clientAddress);
    const answered = await answerOrFail(match, request, requestId, meter);
    const { status, headers, body } = toResponse(answered, request, requestId, render);
    reportRefusal(options.stepward.refusedAccess, answered, match, status, request);
    const response = { status, headers: { ...headers, ...meter.headers() }, body };
    return { response, status, reason: reasonOf(answered) };
  }

  return {
    paths: [...new Set(operations.map(({ path }) => path)), DOCUMENT_PATH],

    async handle(request) {
      const match = matchOperation(request);
      if (match === null && request.path !== DOCUMENT_PATH) {
        warnOfMount(request, patternOf, warn);
        return null;
      }
      const requestId = readRequestId(request.headers) ?? newRequestId();
      if (match === null) return serveDocument(request, requestId);
      const serve = (): Promise<ServedRequest> => respond(match, request, requestId);
      const { response } =
        observe === null
          ? await serve()
          : await serveObserved({ observe, logger }, observedRequest(match, request), serve);
      return response;
    },
  };
}

/** A response, and what is reported of it to an observer. */
interface ServedRequest extends ObservedAnswer {
  readonly response: HttpResponse;
}

/** Timeout for receiving a body in milliseconds. */
const DEFAULT_BODY_TIMEOUT_MS = 10_000;

/** How long a stream reads on, in milliseconds: a credential that has ended meanwhile is not used for longer. */
const MAX_STREAM_MS = 300_000;

/** How long a client then has to take what was read, in milliseconds: one that does not read keeps its socket no longer. */
const STREAM_GRACE_MS = 60_000;

/** A request, and the checks before its handler. */
interface AskedRequest {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly gates: Gates;
  readonly countCredential: CountCredential;
  readonly serveOnce: ServeOnce;
  /** Starts the timeout for the body. */
  readonly bodyDeadline: () => AbortSignal;
  readonly stream: (batches: AsyncIterable<readonly object[]>) => ReadableStream<Uint8Array>;
}

const NO_BODY = { value: undefined, json: null };

/** The checks of a request, in order; the first refusal wins. */
async function answer<Api extends ApiName>(
  operation: Operation<Api>,
  rawParams: OperationMatch['rawParams'],
  asked: AskedRequest,
): Promise<Reply | Refusal | Replay> {
  const { request, gates, countCredential } = asked;
  const duplicated = checkHeaders(request.headers);
  if (duplicated !== null) return duplicated;
  const caller = await gates[operation.api].admit(request, operation.scope, countCredential);
  if (caller instanceof Refusal) return caller;
  const answered = await answerCaller(operation, caller, rawParams, asked);
  return answered instanceof Refusal ? answered.of(ownerOf(operation.api, caller)) : answered;
}

/** Parses and serves the request of a caller that was let in. */
async function answerCaller<Api extends ApiName>(
  operation: Operation<Api>,
  caller: Callers[Api],
  rawParams: OperationMatch['rawParams'],
  { request, requestId, gates, serveOnce, bodyDeadline, stream }: AskedRequest,
): Promise<Reply | Refusal | Replay> {
  const params = readParams(rawParams);
  if (params instanceof Refusal) return params;
  if (operation.lines !== null && acceptsLines(request.headers)) {
    const asked = readQuery(request.query, operation.lines.query);
    if (asked instanceof Refusal) return asked;
    const batches = await operation.lines.serve(caller, asked);
    return batches instanceof Refusal ? batches : reply(200, stream(batches));
  }
  const query = operation.query === null ? undefined : readQuery(request.query, operation.query);
  if (query instanceof Refusal) return query;
  const body =
    operation.body === null
      ? NO_BODY
      : await readJsonBody(request, operation.body, gates[operation.api].bodyLimit, bodyDeadline);
  if (body instanceof Refusal) return body;
  const { tenantId } = caller;
  const principal = principalOf(operation, caller);
  const isCurrent = async (kept: unknown): Promise<boolean> =>
    operation.isCurrent === undefined || operation.isCurrent(caller, kept);
  return serveOnce({ request, requestId, tenantId, principal, json: body.json, isCurrent }, () =>
    operation.serve(caller, { params, query, body: body.value }),
  );
}

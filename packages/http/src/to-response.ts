import { failureHeaders } from './errors/failure-headers.js';
import type { HttpRequest, HttpResponse } from './http-types.js';
import { Replay } from './idempotency/kept-answer.js';
import { toProblem, type ProblemDocument, type RenderProblem } from './errors/problem.js';
import { Refusal, type Reply } from './answer.js';
import { LINES_MEDIA_TYPE } from './request/accepts-lines.js';

/** Browsers may not guess another type, render a response with anything loaded, or embed it (OWASP ASVS 5.0, V3.4). */
export const BROWSER_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Every response is private to its caller, so none may be cached. */
const HEADERS = { 'cache-control': 'no-store', ...BROWSER_HEADERS } as const;

/** Builds the response. */
export function toResponse(
  answer: Reply | Refusal | Replay,
  { method }: Pick<HttpRequest, 'method'>,
  requestId: string,
  render: RenderProblem,
): HttpResponse {
  const response = responseOf(answer, requestId, render);
  return {
    status: response.status,
    headers: { ...response.headers, ...HEADERS, 'x-request-id': requestId },
    body: method === 'HEAD' ? withoutBody(response) : response.body,
  };
}

/** Nobody reads a stream that HEAD asked for, so it has to be ended here. */
function withoutBody({ body }: Pick<HttpResponse, 'body'>): null {
  if (body instanceof ReadableStream) void body.cancel();
  return null;
}

function responseOf(
  answer: Reply | Refusal | Replay,
  requestId: string,
  render: RenderProblem,
): HttpResponse {
  if (answer instanceof Replay) return replayResponse(answer, requestId, render);
  if (!(answer instanceof Refusal)) return replyResponse(answer);
  const { failure } = answer;
  return problemResponse(toProblem(failure, requestId), failureHeaders(failure), render);
}

function replayResponse(
  { answer }: Replay,
  requestId: string,
  render: RenderProblem,
): HttpResponse {
  const response =
    answer.type === 'reply'
      ? replyResponse(answer.reply)
      : problemResponse({ ...answer.problem, request_id: requestId }, answer.headers, render);
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}

function replyResponse({ status, body }: Reply): HttpResponse {
  if (body instanceof ReadableStream) {
    return { status, headers: { 'content-type': LINES_MEDIA_TYPE }, body };
  }
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

function problemResponse(
  problem: ProblemDocument,
  headers: HttpResponse['headers'],
  render: RenderProblem,
): HttpResponse {
  const { contentType, body } = render(problem);
  return {
    status: problem.status,
    headers: { 'content-type': contentType, ...headers },
    body,
  };
}

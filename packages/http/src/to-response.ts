import { failureHeaders } from './failure-headers.js';
import type { Failure } from './http-failure.js';
import type { HttpRequest, HttpResponse } from './http-types.js';
import { toProblem, type RenderProblem } from './problem.js';
import { Refusal } from './refusal.js';
import type { Reply } from './reply.js';

/** Writes an answer down. Every response is private to its caller, so none may be stored. */
export function toResponse(
  answer: Reply | Refusal,
  { method }: HttpRequest,
  requestId: string,
  render: RenderProblem,
): HttpResponse {
  const response =
    answer instanceof Refusal
      ? problemResponse(answer.failure, requestId, render)
      : replyResponse(answer);
  return {
    status: response.status,
    headers: { ...response.headers, 'cache-control': 'no-store', 'x-request-id': requestId },
    body: method === 'HEAD' ? null : response.body,
  };
}

function replyResponse({ status, body }: Reply): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

function problemResponse(failure: Failure, requestId: string, render: RenderProblem): HttpResponse {
  const problem = toProblem(failure, requestId);
  const { contentType, body } = render(problem);
  return {
    status: problem.status,
    headers: { 'content-type': contentType, ...failureHeaders(failure) },
    body,
  };
}

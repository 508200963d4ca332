import type { Logger } from '@stepward/core';
import type { ApiName } from './api.js';
import { describeError } from './logging.js';
import type { Failure } from './errors/http-errors.js';
import type { HttpRequest } from './http-types.js';
import { Replay } from './idempotency/kept-answer.js';
import type { PathMatch } from './request/match-operation.js';
import { Refusal, type Reply } from './answer.js';

/** The description of a request for an observer, without credential, parameters, query and body. */
export interface ObservedRequest {
  /** As in the OpenAPI document, for example `startSmsEnrolment`; null where the path has no such method. */
  readonly operationId: string | null;
  readonly api: ApiName;
  /** The path below the mount point, parameters by name: `/v1/customer/api-keys/:keyId`. */
  readonly route: string;
  /** As it was sent: any text, on some servers. */
  readonly method: string;
}

/** The description of a response for an observer. */
export interface ObservedAnswer {
  readonly status: number;
  /** The `reason` of a problem; null for a success. */
  readonly reason: Failure['code'] | null;
}

/**
 * Observes the requests that operations answer. `answer` serves the request, once, in the asynchronous context that it
 * is first called in, and never rejects. What the observer returns or throws does not change the answer.
 */
export type RequestObserver = (
  request: ObservedRequest,
  answer: () => Promise<ObservedAnswer>,
) => Promise<void>;

/** Serves a request, and reports it to the observer. */
export function serveObserved<Answer extends ObservedAnswer>(
  { observe, logger }: { readonly observe: RequestObserver; readonly logger: Logger },
  request: ObservedRequest,
  serve: () => Promise<Answer>,
): Promise<Answer> {
  let served: Promise<Answer> | null = null;
  const answer = (): Promise<Answer> => (served ??= serve());

  async function watch(): Promise<void> {
    try {
      await observe(request, answer);
    } catch (thrown) {
      logger.error({ error: describeError(thrown) }, 'a request could not be observed');
    }
  }

  void watch();
  return answer();
}

/** Describes a request to a known path. */
export function observedRequest(
  { api, path, found }: PathMatch,
  { method }: HttpRequest,
): ObservedRequest {
  const operationId = found instanceof Refusal ? null : found.operation.id;
  return { operationId, api, route: path, method };
}

/** The reason of a refusal, including a repeated one; null for a success. */
export function reasonOf(answered: Reply | Refusal | Replay): Failure['code'] | null {
  if (answered instanceof Refusal) return answered.failure.code;
  if (!(answered instanceof Replay)) return null;
  const { answer } = answered;
  return answer.type === 'problem' ? answer.problem.reason : null;
}

import { isStorageUnavailable, type Logger } from '@stepward/core';
import type { IdempotencyReservation, IdempotencyService } from '@stepward/core/adapter';
import type { ApiName, Callers } from '../api.js';
import { describeError } from '../logging.js';
import type { HttpRequest } from '../http-types.js';
import type { Operation } from '../operations/operation.js';
import { refuse, Refusal, type Reply } from '../answer.js';
import { Replay, toKeptAnswer, type KeptAnswer } from './kept-answer.js';
import { readIdempotencyKey } from './read-idempotency-key.js';

export interface ServeOnceOptions {
  readonly idempotency: Pick<IdempotencyService, 'begin' | 'finish' | 'abandon'>;
  /** Logs responses that could not be stored. */
  readonly logger: Logger;
}

/** An authenticated and parsed request that is about to be served. */
export interface AdmittedRequest {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly tenantId: string;
  /** The caller; a key is valid for its caller only. */
  readonly principal: readonly string[];
  /** The JSON of the body; null if the operation reads none. */
  readonly json: unknown;
  /** Whether the body of an earlier success still holds; if not, the request is served like one without a key. */
  readonly isCurrent: (body: unknown) => Promise<boolean>;
}

/** Serves a request, or returns the stored response if it repeats one with its `Idempotency-Key`. */
export type ServeOnce = (
  admitted: AdmittedRequest,
  serve: () => Promise<Reply | Refusal>,
) => Promise<Reply | Refusal | Replay>;

/**
 * `Idempotency-Key` on POST and PUT (docs/decisions.md, "`Idempotency-Key`"). Without a key nothing is looked up.
 * Refusals: `idempotency_key_invalid`, `idempotency_key_in_flight`, `idempotency_key_reused`.
 */
export function createServeOnce({ idempotency, logger }: ServeOnceOptions): ServeOnce {
  /** Never rejects: the operation has run, and its response must still reach the caller. */
  async function end(
    reservation: IdempotencyReservation,
    answer: KeptAnswer | null,
    requestId: string,
  ): Promise<void> {
    try {
      const isOurs =
        answer === null
          ? await idempotency.abandon(reservation)
          : await idempotency.finish(reservation, JSON.stringify(answer));
      if (!isOurs)
        logger.warn({ requestId }, 'a request outlived the lease of its idempotency key');
    } catch (thrown) {
      if (answer === null && isStorageUnavailable(thrown)) return;
      const error = describeError(thrown);
      logger.error({ requestId, error }, 'the end of an idempotent request could not be stored');
    }
  }

  return async (admitted, serve) => {
    const { request, requestId, tenantId, principal, json } = admitted;
    const key = readIdempotencyKey(request);
    if (key === null) return serve();
    if (key instanceof Refusal) return key;
    const { method, path, query } = request;
    const content = JSON.stringify([query, json]);
    const begun = await idempotency.begin({ tenantId, principal, method, path, key, content });
    if (begun.isErr()) return refuse(begun.error);
    if (begun.value.type === 'replay') {
      const answer = keptAnswerOf(begun.value.answer);
      const isStale = answer.type === 'reply' && !(await admitted.isCurrent(answer.reply.body));
      return isStale ? serve() : new Replay(answer);
    }
    const { reservation } = begun.value;
    let kept: KeptAnswer | null = null;
    try {
      const answer = await serve();
      kept = toKeptAnswer(answer);
      return answer;
    } finally {
      await end(reservation, kept, requestId);
    }
  };
}

/** Encrypted by us, so its format is trusted. */
function keptAnswerOf(answer: string): KeptAnswer {
  return JSON.parse(answer) as KeptAnswer;
}

/**
 * The caller by API, which an idempotency key belongs to in addition to its tenant. A different assurance makes a
 * different caller, so a response that required a second factor is not returned without one. Different scopes do
 * too, so a narrower token is not shown the secret of a key that it could not create.
 */
const PRINCIPAL_OF: {
  readonly [Api in ApiName]: (caller: Callers[Api]) => readonly string[];
} = {
  account: ({ identityId, assurance }) => ['identity', identityId, assurance ?? 'untracked'],
  customer: ({ actor, scopes, assurance }) => [
    actor.type,
    actor.id,
    ...new Set(scopes.toSorted()),
    ...(actor.type === 'identity' ? [assurance ?? 'untracked'] : []),
  ],
  internal: () => ['service'],
};

/**
 * The caller of an operation as strings that are unique within the tenant. An answer that shows a secret also belongs to
 * the session of its access token.
 */
export function principalOf<Api extends ApiName>(
  { api, showsSecret = false }: Pick<Operation<Api>, 'api' | 'showsSecret'>,
  caller: Callers[Api],
): readonly string[] {
  const principal = PRINCIPAL_OF[api](caller);
  const { sessionId } = caller;
  return showsSecret && sessionId !== null ? ['session', sessionId, ...principal] : principal;
}

import type { Logger } from '@stepward/core';
import type { IdempotencyReservation, IdempotencyService } from '@stepward/core/adapter';
import type { ApiName, Callers } from '../api.js';
import { describeError } from '../describe-error.js';
import type { HttpRequest } from '../http-types.js';
import { refuse, Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';
import { Replay, toKeptAnswer, type KeptAnswer } from './kept-answer.js';
import { readIdempotencyKey } from './read-idempotency-key.js';

export interface ServeOnceOptions {
  readonly idempotency: IdempotencyService;
  /** Logs answers that could not be stored. */
  readonly logger: Logger;
}

/** A request that was let in and read, and is about to be served. */
export interface AdmittedRequest {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly tenantId: string;
  /** Who calls; a key is good for its caller alone. */
  readonly principal: readonly string[];
  /** The JSON of the body; null where the route reads none. */
  readonly json: unknown;
}

/** Serves a request, or where it repeats one with its `Idempotency-Key` gives that one's answer. */
export type ServeOnce = (
  admitted: AdmittedRequest,
  serve: () => Promise<Reply | Refusal>,
) => Promise<Reply | Refusal | Replay>;

/**
 * `Idempotency-Key` on POST and PUT (docs/decisions.md, "`Idempotency-Key`"). Without one nothing is looked up.
 * Refusals: `idempotency_key_invalid`, `idempotency_key_in_flight`, `idempotency_key_reused`.
 */
export function createServeOnce({ idempotency, logger }: ServeOnceOptions): ServeOnce {
  /** Never rejects: the operation has run, and its answer must reach the caller all the same. */
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
    if (begun.value.type === 'replay') return replayOf(begun.value.answer);
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

/** Sealed by us, so it reads as it was written. */
function replayOf(answer: string): Replay {
  return new Replay(JSON.parse(answer) as KeptAnswer);
}

/**
 * Who calls, by API: what an idempotency key belongs to beside its tenant. A person with another assurance
 * is another caller, so that an answer which took a second factor is not given again without one; and so is one
 * with other scopes, so that a narrower token is not shown the secret of a key that it could not make.
 */
const PRINCIPAL_OF: {
  readonly [Api in ApiName]: (caller: Callers[Api]) => readonly string[];
} = {
  account: ({ identityId, assurance }) => ['identity', identityId, assurance ?? 'untracked'],
  customer: ({ actor, scopes }) => [actor.type, actor.id, ...new Set(scopes.toSorted())],
  internal: () => ['service'],
};

/** The caller of an API in texts that differ from every other caller's of that tenant. */
export function principalOf<Api extends ApiName>(
  api: Api,
  caller: Callers[Api],
): readonly string[] {
  return PRINCIPAL_OF[api](caller);
}

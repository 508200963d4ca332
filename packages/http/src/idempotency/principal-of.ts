import type { ApiName, Callers } from '../api.js';

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

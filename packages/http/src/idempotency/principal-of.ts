import type { ApiName, Callers } from '../api.js';

/**
 * Who calls, by API: what an idempotency key belongs to beside its tenant. A person with another assurance
 * is another caller, so that an answer which took a second factor is not given again without one.
 */
const PRINCIPAL_OF: {
  readonly [Api in ApiName]: (caller: Callers[Api]) => readonly string[];
} = {
  account: ({ identityId, assurance }) => ['identity', identityId, assurance ?? 'untracked'],
  customer: ({ actor }) => [actor.type, actor.id],
  internal: () => ['service'],
};

/** The caller of an API in texts that differ from every other caller's of that tenant. */
export function principalOf<Api extends ApiName>(
  api: Api,
  caller: Callers[Api],
): readonly string[] {
  return PRINCIPAL_OF[api](caller);
}

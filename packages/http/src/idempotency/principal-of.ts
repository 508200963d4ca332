import type { ApiName, Callers } from '../api.js';

/** Who calls, by API: what an idempotency key belongs to beside its tenant. */
const PRINCIPAL_OF: {
  readonly [Api in ApiName]: (caller: Callers[Api]) => readonly string[];
} = {
  account: ({ identityId }) => ['identity', identityId],
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

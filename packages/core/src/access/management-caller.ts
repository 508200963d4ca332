import type { Actor } from './actor.js';
import { MANAGEMENT_SCOPES, type ManagementScope } from './scopes.js';

/** Who calls a management operation: proven by a management key or an access token, or the host itself. */
export interface ManagementCaller {
  readonly tenantId: string;
  readonly actor: Actor;
  /** What the caller may do; a key it makes may do no more. */
  readonly scopes: readonly ManagementScope[];
}

/** The host itself, for calls from its own code; `id` names the part of it in the audit log. */
export function systemCaller(tenantId: string, id = 'host'): ManagementCaller {
  return { tenantId, actor: { type: 'system', id }, scopes: MANAGEMENT_SCOPES };
}

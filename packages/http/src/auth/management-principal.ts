import type { Actor, ManagementScope } from '@stepward/core';
import { isManagementScope, type TenantApiKey } from '@stepward/core/adapter';
import type { UserPrincipal } from './user-principal.js';

/** Only this file can name the key, so a principal can only come from a verified credential. */
const authenticated: unique symbol = Symbol('authenticated');

/** The caller of the Customer API: automation with a management key, or an administrator with an access token. */
export interface ManagementPrincipal {
  readonly [authenticated]: true;
  readonly tenantId: string;
  readonly actor: Actor;
  /** The session of an administrator's access token; null where the token names none, and for a key. */
  readonly sessionId: string | null;
  readonly scopes: readonly ManagementScope[];
}

/** Creates the principal of a key that the service authenticated. */
export function principalOfKey({ tenantId, key }: TenantApiKey): ManagementPrincipal {
  const actor: Actor = { type: 'api_key', id: key.id };
  return { [authenticated]: true, tenantId, actor, sessionId: null, scopes: key.scopes };
}

/** The principal of a user. Of the token's scopes only those of this API count; there may be none. */
export function principalOfUser({
  tenantId,
  identityId,
  sessionId,
  scopes,
}: UserPrincipal): ManagementPrincipal {
  const actor: Actor = { type: 'identity', id: identityId };
  const held = scopes.filter(isManagementScope);
  return { [authenticated]: true, tenantId, actor, sessionId, scopes: held };
}

import type { Gate } from './gate.js';
import { BODY_LIMITS } from '../body-limits.js';
import { Refusal } from '../refusal.js';
import { authenticateUser, type UserCredentials } from './authenticate-user.js';
import { requireScope } from './require-scope.js';
import { resolveTenant } from './resolve-tenant.js';
import type { TenantDomain } from './tenant-domain.js';

export interface AccountGateOptions extends UserCredentials {
  readonly tenantDomain: TenantDomain | null;
  /** Whether the scopes of the routes are asked for. */
  readonly requireScopes: boolean;
}

/** Lets end users in, by access token (specification, "Authentication"). */
export function createAccountGate(options: AccountGateOptions): Gate<'account'> {
  const { tenantDomain, requireScopes } = options;
  return {
    bodyLimit: BODY_LIMITS.account,
    async admit(request, scope, countCredential) {
      const user = await authenticateUser(options, request);
      if (user instanceof Refusal) return user;
      const tooMany = await countCredential([user.tenantId, user.identityId, user.sessionId]);
      if (tooMany !== null) return tooMany;
      const tenantId = resolveTenant(user, request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const missing = requireScope(user, requireScopes ? scope : null, 'account');
      if (missing !== null) return missing;
      return { tenantId, identityId: user.identityId, assurance: user.assurance };
    },
  };
}

import type { Gate } from '../api.js';
import { Refusal } from '../refusal.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import { authenticateUser } from './authenticate-user.js';
import { requireScope } from './require-scope.js';
import { resolveTenant } from './resolve-tenant.js';
import type { TenantDomain } from './tenant-domain.js';

export interface AccountGateOptions {
  readonly accessTokens: AccessTokenAuthenticator;
  readonly tenantDomain: TenantDomain | null;
  /** Whether the scopes of the routes are asked for. */
  readonly requireScopes: boolean;
}

/** Lets end users in, by access token (specification, "Authentication"). */
export function createAccountGate(options: AccountGateOptions): Gate<'account'> {
  const { accessTokens, tenantDomain, requireScopes } = options;
  return {
    bodyLimit: 16 * 1024,
    async admit(request, scope) {
      const user = await authenticateUser(accessTokens, request.headers);
      if (user instanceof Refusal) return user;
      const tenantId = resolveTenant(user, request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const missing = requireScope(user, requireScopes ? scope : null, 'account');
      if (missing !== null) return missing;
      return { tenantId, identityId: user.identityId, assurance: user.assurance };
    },
  };
}

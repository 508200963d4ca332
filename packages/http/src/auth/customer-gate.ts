import type { Gate } from './gate.js';
import { BODY_LIMITS } from '../body-limits.js';
import { Refusal } from '../refusal.js';
import { authenticateManagement, type ManagementCredentials } from './authenticate-management.js';
import { requireScope } from './require-scope.js';
import { resolveTenant } from './resolve-tenant.js';
import type { TenantDomain } from './tenant-domain.js';

export interface CustomerGateOptions extends ManagementCredentials {
  readonly tenantDomain: TenantDomain | null;
}

/** Lets administrators and automation in, by management key or access token (specification, "Authentication"). */
export function createCustomerGate(options: CustomerGateOptions): Gate<'customer'> {
  return {
    bodyLimit: BODY_LIMITS.customer,
    async admit(request, scope, countCredential) {
      const principal = await authenticateManagement(options, request);
      if (principal instanceof Refusal) return principal;
      const { type, id } = principal.actor;
      const tooMany = await countCredential([principal.tenantId, type, id]);
      if (tooMany !== null) return tooMany;
      const tenantId = resolveTenant(principal, request, options.tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const missing = requireScope(principal, scope, 'customer');
      if (missing !== null) return missing;
      return { tenantId, actor: principal.actor, scopes: principal.scopes };
    },
  };
}

import { isTenantId, type TenantService } from '@stepward/core';
import type { Gate } from '../api.js';
import { BODY_LIMITS } from '../body-limits.js';
import { refuse, Refusal } from '../refusal.js';
import { resolveNamedTenant } from './resolve-tenant.js';
import type { TenantDomain } from './tenant-domain.js';

export interface InternalGateOptions {
  /** Whether a text is an active service secret. */
  readonly isServiceSecret: (given: string) => boolean;
  readonly tenants: Pick<TenantService, 'isKnown'>;
  readonly tenantDomain: TenantDomain | null;
}

/**
 * Lets the authentication application in, by service secret (specification, "Authentication"). The secret
 * is of no tenant, so the request names one: 400 where it names none, 401 where nobody knows it.
 */
export function createInternalGate(options: InternalGateOptions): Gate<'internal'> {
  const { isServiceSecret, tenants, tenantDomain } = options;
  const realm = 'internal';
  return {
    bodyLimit: BODY_LIMITS.internal,
    async admit(request) {
      const [secret, ...others] = request.headers['x-internal-service-secret'] ?? [];
      // Of two secrets one may be a guess, so both together are none.
      if (secret === undefined || others.length > 0 || !isServiceSecret(secret)) {
        return refuse({ code: 'service_secret_invalid', realm });
      }
      const tenantId = resolveNamedTenant(request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const isKnown = isTenantId(tenantId) && (await tenants.isKnown(tenantId));
      return isKnown ? { tenantId } : refuse({ code: 'tenant_unknown', realm });
    },
  };
}

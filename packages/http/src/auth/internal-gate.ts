import { isTenantId, type TenantService } from '@stepward/core';
import type { Gate } from './gate.js';
import { BODY_LIMITS } from '../body-limits.js';
import { refuse, Refusal } from '../refusal.js';
import type { RequireTls } from './require-tls.js';
import { resolveNamedTenant } from './resolve-tenant.js';
import type { TenantDomain } from './tenant-domain.js';

export interface InternalGateOptions {
  /** Whether a text is an active service secret. */
  readonly isServiceSecret: (given: string) => boolean;
  readonly requireTls: RequireTls;
  readonly tenants: Pick<TenantService, 'isKnown'>;
  readonly tenantDomain: TenantDomain | null;
}

/**
 * Lets the authentication application in, by service secret (specification, "Authentication"). The secret
 * belongs to no tenant, so the request names one: 400 where it names none, 401 where nobody knows it.
 */
export function createInternalGate(options: InternalGateOptions): Gate<'internal'> {
  const { isServiceSecret, requireTls, tenants, tenantDomain } = options;
  const realm = 'internal';
  return {
    bodyLimit: BODY_LIMITS.internal,
    async admit(request) {
      const [secret, ...others] = request.headers['x-internal-service-secret'] ?? [];
      if (secret === undefined) return refuse({ code: 'service_secret_invalid', realm });
      const exposed = requireTls(request);
      if (exposed !== null) return exposed;
      // Of two secrets one may be a guess, so both together are none.
      if (others.length > 0 || !isServiceSecret(secret)) {
        return refuse({ code: 'service_secret_invalid', realm });
      }
      const tenantId = resolveNamedTenant(request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const isKnown = isTenantId(tenantId) && (await tenants.isKnown(tenantId));
      return isKnown ? { tenantId } : refuse({ code: 'tenant_unknown', realm });
    },
  };
}

import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';
import { singleHeader } from '../single-header.js';
import { subdomainOf, type TenantDomain } from './tenant-domain.js';

/**
 * The tenant of a request: the credential's. The `X-Tenant-ID` header and the subdomain can only agree
 * with it, `tenant_mismatch` otherwise (DECISIONS, "Tenant"). Host names know no case, so neither does
 * the comparison with one. A host that is not below the domain says nothing.
 */
export function resolveTenant(
  { tenantId }: { readonly tenantId: string },
  { headers, host }: HttpRequest,
  domain: TenantDomain | null,
): string | Refusal {
  const named = singleHeader(headers, 'x-tenant-id');
  const subdomain = host === null || domain === null ? null : subdomainOf(host, domain);
  const agrees =
    (named === null || named === tenantId) &&
    (subdomain === null || subdomain === tenantId.toLowerCase());
  return agrees ? tenantId : refuse({ code: 'tenant_mismatch' });
}

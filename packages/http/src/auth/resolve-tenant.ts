import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';
import { singleHeader } from '../single-header.js';
import { subdomainOf, type TenantDomain } from './tenant-domain.js';

/**
 * The tenant of a request: the credential's. The `X-Tenant-ID` header and the subdomain can only agree with it,
 * `tenant_mismatch` otherwise (docs/decisions.md, "Tenant"). Host names are compared without regard to case. A host
 * that is not below the domain names no tenant.
 */
export function resolveTenant(
  { tenantId }: { readonly tenantId: string },
  request: HttpRequest,
  domain: TenantDomain | null,
): string | Refusal {
  const { named, subdomain } = namesOf(request, domain);
  const agrees =
    (named === null || named === tenantId) &&
    (subdomain === null || subdomain === tenantId.toLowerCase());
  return agrees ? tenantId : refuse({ code: 'tenant_mismatch' });
}

/**
 * The tenant that a request names, if its credential belongs to none: by `X-Tenant-ID`, by subdomain, or by both in
 * agreement; `tenant_missing` if by neither, `tenant_mismatch` if they differ.
 */
export function resolveNamedTenant(
  request: HttpRequest,
  domain: TenantDomain | null,
): string | Refusal {
  const { named, subdomain } = namesOf(request, domain);
  const tenantId = named ?? subdomain;
  return tenantId === null
    ? refuse({ code: 'tenant_missing' })
    : resolveTenant({ tenantId }, request, domain);
}

function namesOf(
  { headers, host }: HttpRequest,
  domain: TenantDomain | null,
): { readonly named: string | null; readonly subdomain: string | null } {
  return {
    named: singleHeader(headers, 'x-tenant-id'),
    subdomain: host === null || domain === null ? null : subdomainOf(host, domain),
  };
}

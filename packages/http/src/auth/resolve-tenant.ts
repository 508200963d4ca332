import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import { singleHeader } from '../request/headers.js';

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

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** A lower-case host name below which every tenant has a subdomain: `acme.example.com` → `acme`. */
export type TenantDomain = string & { readonly __brand: 'TenantDomain' };

/** @throws TypeError where the text is not a host name: no port, no leading dot. */
export function parseTenantDomain(text: string): TenantDomain {
  const domain = text.toLowerCase();
  if (!DOMAIN.test(domain))
    throw new TypeError('createHttpApi: tenantDomain must be a host name without port');
  return domain as TenantDomain;
}

/** The part before the domain, in lower case; null if the host is not below it. */
function subdomainOf(host: string, domain: TenantDomain): string | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null;
}

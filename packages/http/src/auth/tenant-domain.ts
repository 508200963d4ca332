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
export function subdomainOf(host: string, domain: TenantDomain): string | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null;
}

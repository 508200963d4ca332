import type { RequestHead } from '@stepward/http';

/** The cookie that has a portal session. It is read by one page only, and never sent with a request from another site. */
export interface PortalCookie {
  /** The cookie's value; null where the browser sent none, or several with different values. */
  read(request: Pick<RequestHead, 'headers'>): string | null;
  /** The header `set-cookie`. */
  write(value: string, maxAgeMs: number): string;
  /** The header that removes the cookie. */
  remove(): string;
}

/**
 * @param address of the page, such as `https://app.example.com/webhooks`. Over https the cookie has the prefix `__Host-`
 * (RFC 6265bis, section 4.1.3.2): no other host of the domain can set it. That needs the path `/`, so the page's path is in
 * its name.
 */
export function portalCookie(address: URL): PortalCookie {
  const isSecure = address.protocol === 'https:';
  const name = `${isSecure ? '__Host-' : ''}stepward${address.pathname.replaceAll('/', '-')}`;
  const path = isSecure ? '/' : address.pathname;
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read({ headers }) {
      const pairs = (headers['cookie'] ?? []).flatMap((line) => line.split(';'));
      const given = pairs
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [value = '', ...others] = new Set(given);
      return value === '' || others.length > 0 ? null : value;
    },
    write: (value, maxAgeMs) =>
      `${name}=${value}; Max-Age=${String(Math.floor(maxAgeMs / 1_000))}; ${attributes}`,
    remove: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

import type { RequestHead } from '@stepward/http';

/** The cookie that has a portal session. It is sent to one page only, and never with a request from another site. */
export interface PortalCookie {
  /** The cookie's value; null where the browser sent none. */
  read(request: Pick<RequestHead, 'headers'>): string | null;
  /** The header `set-cookie`. */
  write(value: string, maxAgeMs: number): string;
  /** The header that removes the cookie. */
  remove(): string;
}

/**
 * @param address of the page, such as `https://app.example.com/webhooks`. Over https the cookie is `Secure`, with the
 * prefix that makes browsers insist on it (RFC 6265bis, section 4.1.3.1).
 */
export function portalCookie(address: URL): PortalCookie {
  const isSecure = address.protocol === 'https:';
  const page = address.pathname.replace(/^.*\//, '');
  const name = `${isSecure ? '__Secure-' : ''}stepward-${page}`;
  const attributes = `Path=${address.pathname}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read({ headers }) {
      for (const pair of (headers['cookie'] ?? []).flatMap((value) => value.split(';'))) {
        const [given = '', value = ''] = pair.trim().split('=', 2);
        if (given === name && value !== '') return value;
      }
      return null;
    },
    write: (value, maxAgeMs) =>
      `${name}=${value}; Max-Age=${String(Math.floor(maxAgeMs / 1_000))}; ${attributes}`,
    remove: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

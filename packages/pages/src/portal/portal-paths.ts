import { readPublicUrl, type PublicUrl } from '../layout/public-url.js';

/** The addresses of a page: the host may mount it below a path, and name its origin late. */
export interface PortalPaths {
  /** One segment: `/webhooks`. Requests name it without the path that the host mounts it below. */
  readonly page: string;
  /** Of the page of a portal link. */
  readonly enter: string;
  readonly style: string;
  /** The address of the page. */
  readonly url: () => URL;
  /** The path of `publicUrl`; empty for none. */
  readonly base: () => string;
  /** What a link leads to: the path below the host's, and the query. */
  readonly href: (path: string, query?: Readonly<Record<string, string>>) => string;
}

/** @param factory what an error starts with */
export function createPortalPaths(
  factory: string,
  publicUrl: PublicUrl,
  page: string,
): PortalPaths {
  const url = (): URL => new URL(readPublicUrl(factory, publicUrl) + page);
  const base = (): string => url().pathname.slice(0, -page.length);
  return {
    page,
    enter: `${page}/enter`,
    style: `${page}/page.css`,
    url,
    base,
    href(path, query = {}) {
      const search = new URLSearchParams(query).toString();
      return base() + path + (search === '' ? '' : `?${search}`);
    },
  };
}

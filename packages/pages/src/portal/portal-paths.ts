/** The addresses of a page: the host may mount it below a path, and name its origin late. */
export interface PortalPaths {
  /** One segment: `/webhooks`. Requests name it without the path that the host mounts it below. */
  readonly page: string;
  /** Of the page of a portal link. */
  readonly enter: string;
  readonly style: string;
  /** The address of the page. */
  readonly url: () => URL;
  /** What a link leads to: the path below the host's, and the query. */
  readonly href: (path: string, query?: Readonly<Record<string, string>>) => string;
}

export function createPortalPaths(publicUrl: string | (() => string), page: string): PortalPaths {
  const url = (): URL =>
    new URL((typeof publicUrl === 'function' ? publicUrl() : publicUrl) + page);
  return {
    page,
    enter: `${page}/enter`,
    style: `${page}/page.css`,
    url,
    href(path, query = {}) {
      const base = url().pathname.slice(0, -page.length);
      const search = new URLSearchParams(query).toString();
      return base + path + (search === '' ? '' : `?${search}`);
    },
  };
}

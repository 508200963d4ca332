import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { REPOSITORY, root } from '../../scripts/workspaces.js';
import { readBuilt, site } from './built-site.js';

export interface SiteLink {
  /** The page that has the link, from the root of the site. */
  readonly page: string;
  readonly target: string;
}

/** The pages of the built site, as paths from its root. */
export function builtPages(): readonly string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && path !== '404.html',
  );
}

/** What a page links to and embeds. */
export function linksOf(page: string): readonly SiteLink[] {
  return [
    ...readBuilt(page).matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g),
  ].map(([, target = '']) => ({ page, target: target.replaceAll('&amp;', '&') }));
}

/** Whether a link leads to a file of the site with that anchor, or to a file of the repository. Others are not checked. */
export function resolves({ page, target }: SiteLink): boolean {
  const inRepository = `${REPOSITORY}/blob/main/`;
  if (target.startsWith(inRepository)) {
    const [path = ''] = target.slice(inRepository.length).split('#');
    return existsSync(join(root, path));
  }
  if (/^[a-z]+:/.test(target)) return true;
  const [path = '', anchor = ''] = target.split('#');
  const absolute = path === '' ? page : join(path.startsWith('/') ? '' : dirname(page), path);
  const file = decodeURIComponent(absolute.endsWith('/') ? `${absolute}index.html` : absolute);
  if (!existsSync(join(site, file)) || !statSync(join(site, file)).isFile()) return false;
  return anchor === '' || idsOf(file).has(decodeURIComponent(anchor));
}

const known = new Map<string, ReadonlySet<string>>();

function idsOf(page: string): ReadonlySet<string> {
  const ids =
    known.get(page) ??
    new Set([...readBuilt(page).matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
  known.set(page, ids);
  return ids;
}

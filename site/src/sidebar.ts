import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { entryPoints } from '../../scripts/api-reports/entry-points.js';
import { root } from '../../scripts/workspaces.js';
import { README_PAGES } from './readme-pages.js';

type Item = DefaultTheme.SidebarItem & { items: DefaultTheme.SidebarItem[] };

/**
 * The sidebar: the headings of `docs/README.md` with the pages that are listed below them, the pages of the packages and those made
 * of types at the end of Reference. An `h2` is a group, an `h3` a folded group in it.
 */
export function readSidebar(): DefaultTheme.SidebarItem[] {
  const groups: Item[] = [];
  let current: Item | null = null;
  for (const line of readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n')) {
    const [, level, heading] = /^(##+) (.+)$/.exec(line) ?? [];
    const [, text, link] = /^- \[(.+?)\]\((.+?\.md)[#)]/.exec(line) ?? [];
    if (heading !== undefined) {
      const group: Item = { text: heading, items: [], collapsed: level === '###' };
      (level === '##' ? groups : groups.at(-1)?.items)?.push(group);
      current = group;
    } else if (text !== undefined && link !== undefined) {
      const path = pathOnSite(link);
      if (path !== null) current?.items.push({ text, link: path });
    }
  }
  const packages = README_PAGES.filter(({ readme }) => readme !== 'README.md').map(
    ({ title, page }) => ({ text: title, link: page.replace(/^docs/, '') }),
  );
  const types = entryPoints().map(({ specifier }) => ({
    text: specifier,
    link: `/api/${specifier}.md`,
  }));
  groups
    .find(({ text }) => text === 'Reference')
    ?.items.push(
      { text: 'Packages', collapsed: true, items: packages },
      { text: 'Types', collapsed: true, items: types },
    );
  return groups;
}

/** Where the site has what `docs/README.md` links to; null for a file that it does not have. */
function pathOnSite(link: string): string | null {
  const readme = README_PAGES.find((each) => `../${each.readme}` === link);
  if (readme !== undefined) return readme.page.replace(/^docs/, '');
  return link.startsWith('..') ? null : `/${link.replace(/README\.md$/, '')}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { entryPoints } from '../../scripts/api-reports/entry-points.js';
import { root } from '../../scripts/workspaces.js';

type Item = DefaultTheme.SidebarItem & { items: DefaultTheme.SidebarItem[] };

/**
 * The sidebar: the headings of `docs/README.md` with the pages that are listed below them, and the pages made of types at the
 * end of Reference. An `h2` is a group, an `h3` a folded group in it.
 */
export function readSidebar(): DefaultTheme.SidebarItem[] {
  const groups: Item[] = [];
  let current: Item | null = null;
  for (const line of readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n')) {
    const [, level, heading] = /^(##+) (.+)$/.exec(line) ?? [];
    const [, text, link] = /^- \[(.+?)\]\((?!\.\.)(.+?\.md)\)/.exec(line) ?? [];
    if (heading !== undefined) {
      const group: Item = { text: heading, items: [], collapsed: level === '###' };
      (level === '##' ? groups : groups.at(-1)?.items)?.push(group);
      current = group;
    } else if (text !== undefined && link !== undefined) {
      current?.items.push({ text, link: `/${link.replace(/README\.md$/, '')}` });
    }
  }
  const types = entryPoints().map(({ specifier }) => ({
    text: specifier,
    link: `/api/${specifier}.md`,
  }));
  groups
    .find(({ text }) => text === 'Reference')
    ?.items.push({ text: 'Types', collapsed: true, items: types });
  return groups;
}

import { basename, dirname, join, relative } from 'node:path';
import { REPOSITORY, root } from '../../scripts/workspaces.js';
import type { VitePlugin } from './accessible-theme.js';
import { README_PAGES } from './readme-pages.js';

const docs = join(root, 'docs');

/**
 * Makes the links that work on GitHub work on the site, and in its Markdown: a link to a `README.md` leads to the page that the site
 * makes of it, and one to another file outside of `docs` to the repository.
 */
export function repositoryLinks(): VitePlugin {
  return {
    name: 'repository-links',
    enforce: 'pre',
    transform(text, id) {
      if (!id.endsWith('.md')) return null;
      return text.replaceAll(LINK, (_, target: string) => `](${linkOnSite(target, id)})`);
    },
  };
}

const LINK = /\]\((?![a-z]+:|#)([^)\s]+)\)/g;

/** `target` as it is on the page at the absolute `path`. */
function linkOnSite(target: string, path: string): string {
  const [file = '', anchor] = target.split('#');
  const absolute = join(dirname(path), file);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const readme = README_PAGES.find((each) => join(root, each.readme) === absolute);
  if (readme !== undefined) return `${relative(dirname(path), join(root, readme.page))}${hash}`;
  if (relative(docs, absolute).startsWith('..')) {
    return `${REPOSITORY}/blob/main/${relative(root, absolute)}${hash}`;
  }
  return basename(file) === 'README.md' ? `${join(dirname(file), 'index.md')}${hash}` : target;
}

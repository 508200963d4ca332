import { basename, dirname, join, relative } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { REPOSITORY, root } from '../../scripts/workspaces.js';
import { README_PAGES } from './readme-pages.js';

const docs = join(root, 'docs');

/**
 * Makes the links that work on GitHub work on the site: a link to a `README.md` leads to the page that the site makes of it, and
 * one to another file outside of `docs` to the repository.
 */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository_links', ({ tokens, env }) => {
    const { path, realPath = path } = env as MarkdownEnv;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.attrGet('href');
      if (token.type === 'link_open' && target !== null) {
        token.attrSet('href', linkOnSite(target, realPath));
      }
    }
  });
}

/** `target` as it is on the page at the absolute `path`. */
function linkOnSite(target: string, path: string): string {
  const [file = '', anchor] = target.split('#');
  if (file === '' || /^[a-z]+:/.test(file)) return target;
  const absolute = join(dirname(path), file);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const readme = README_PAGES.find((each) => join(root, each.readme) === absolute);
  if (readme !== undefined) return `${relative(dirname(path), join(root, readme.page))}${hash}`;
  if (relative(docs, absolute).startsWith('..')) {
    return `${REPOSITORY}/blob/main/${relative(root, absolute)}${hash}`;
  }
  return basename(file) === 'README.md' ? `${join(dirname(file), 'index.md')}${hash}` : target;
}

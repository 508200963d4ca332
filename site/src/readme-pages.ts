import { dirname, join, relative } from 'node:path';
import { publishedPackages, REPOSITORY } from '../../scripts/workspaces.js';

/** A README outside of `docs`, and the page that the site makes of it; both from the root of the repository. */
export interface ReadmePage {
  readonly readme: string;
  readonly page: string;
  /** Its name in the sidebar. */
  readonly title: string;
}

/** The README of the repository, which has the quick start, and those of the published packages. */
export const README_PAGES: readonly ReadmePage[] = [
  { readme: 'README.md', page: 'docs/readme/quick-start.md', title: 'Quick start' },
  ...publishedPackages().map(({ folder, name }) => ({
    readme: `packages/${folder}/README.md`,
    page: `docs/readme/${folder}.md`,
    title: name,
  })),
];

/** The text of a README as it is on its page: links that are relative, or lead to the repository, start from the page. */
export function pageText({ readme, page }: ReadmePage, text: string): string {
  const onPage = (path: string) => relative(dirname(page), join(dirname(readme), path));
  return text
    .replaceAll(IN_REPOSITORY, (_, path: string) => relative(dirname(readme), path))
    .replaceAll(LINK, (_, before: string, path: string) => `${before}${onPage(path)}`);
}

const IN_REPOSITORY = new RegExp(`${REPOSITORY}/blob/main/([^)#]+)`, 'g');
/** The path of a link or of an image. */
const LINK = /(\]\(|src=")(?![a-z]+:|#)([^)"#]+)/g;

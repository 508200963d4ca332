import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../scripts/workspaces.js';
import { pages, readPage, root } from './docs/pages.js';
import { textFiles } from './docs/text-files.js';

it('the links of README and docs lead to files that exist', () => {
  const broken = pages().flatMap((page) =>
    linksOf(page)
      .filter(({ file }) => !existsSync(join(root, file)))
      .map(({ file }) => `${page}: ${file}`),
  );
  expect(broken).toEqual([]);
});

it('the links of README and docs to a heading lead to one', () => {
  const broken = pages().flatMap((page) =>
    linksOf(page)
      .filter(({ file, anchor }) => anchor !== '' && !anchorsOf(file).includes(anchor))
      .map(({ file, anchor }) => `${page}: ${file}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

it('the index of docs lists every page', () => {
  const listed = linksOf('docs/README.md').map(({ file }) => file);
  const missing = pages().filter((page) => /^docs\/[^/]+$/.test(page) && !listed.includes(page));
  expect(missing).toEqual(['docs/README.md']);
});

it('the index of architecture decisions lists every one', () => {
  const listed = linksOf('docs/adr/README.md').map(({ file }) => file);
  const decisions = pages().filter((page) => /^docs\/adr\/\d/.test(page));
  expect(decisions.filter((page) => !listed.includes(page))).toEqual([]);
});

it('an excerpt of an example on a page is in that example', () => {
  const excerpts = pages().flatMap((page) =>
    [...readPage(page).matchAll(/^<!-- from: (\S+) -->\n\n```\w+\n(.*?)^```$/gms)].map(
      ([, source = '', code = '']) => ({ page, source, code }),
    ),
  );
  expect(excerpts.length).toBeGreaterThan(0);
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const strayed = excerpts.filter(
    ({ source, code }) => !words(readPage(source)).includes(words(code)),
  );
  expect(strayed).toEqual([]);
});

it('every citation of docs/decisions.md names a heading or an entry of that page', () => {
  const decisions = readPage('docs/decisions.md');
  const names = [...decisions.matchAll(/^(?:#+ (.+)|- \*\*(.+?)\.\*\*)/gm)].map(
    ([, heading, entry]) => heading ?? entry,
  );
  // One name or several: `docs/decisions.md, "Tenant" and "Service secret"`.
  const citation = /docs\/decisions\.md`?[,:] ((?:"[^"]+"(?:, | and )?)+)/g;
  const cited = textFiles().flatMap((file) =>
    [
      ...readPage(file)
        .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
        .matchAll(citation),
    ].flatMap(([, list = '']) =>
      [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file, name })),
    ),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ name }) => !names.includes(name))).toEqual([]);
});

interface Link {
  /** From the root of the repository. */
  readonly file: string;
  /** Without its `#`; empty where the link names none. */
  readonly anchor: string;
}

/** The links of a page to files of the repository: relative ones, and what the packages' pages on npm use instead. */
function linksOf(page: string): readonly Link[] {
  const inRepository = `${REPOSITORY}/blob/main/`;
  return [...readPage(page).matchAll(/\]\(([^)#\s]*)#?([^)\s]*)\)/g)]
    .filter(([, target = '']) => !/^https?:/.test(target) || target.startsWith(inRepository))
    .map(([, target = '', anchor = '']) => {
      if (target === '') return { file: page, anchor };
      const file = target.startsWith(inRepository)
        ? target.slice(inRepository.length)
        : join(dirname(page), target);
      return { file, anchor };
    });
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Generated, word for word the specification, or a list of rulings that is looked up and not read. */
const LONG = [
  ...['docs/assurance-standards.md', 'docs/conformance.md', 'docs/events.md', 'docs/http.md'],
  ...['docs/decisions.md', 'docs/specification.md'],
];

it('no other page of the docs has more than 300 lines', () => {
  const long = pages()
    .filter((page) => page.startsWith('docs/'))
    .filter((page) => readPage(page).trimEnd().split('\n').length > 300);
  expect(long.toSorted()).toEqual(LONG.toSorted());
});

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pages, readPage, root } from './docs/pages.js';
import { textFiles } from './docs/text-files.js';

it('the links of README and docs lead to files that exist', () => {
  const broken = pages().flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
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

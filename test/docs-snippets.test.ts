import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pages, readPage, root } from './docs/pages.js';

it('the links of README and docs lead to files that exist', () => {
  const broken = pages().flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('what a page shows of an example stands in that example', () => {
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

import { expect, it } from 'vitest';
import { readPage } from './docs/pages.js';
import { textFiles } from './docs/text-files.js';

/** Words with a standard term in this project, and that term. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:loans?|lent|lending)\b/i, 'lease'],
  [/\blanes?\b/i, 'priority'],
  [/\bchores?\b/i, 'maintenance'],
  [/\banew\b/i, 'again'],
  [/\btakers?\b/i, 'caller, worker'],
  [/\b(?:hears?|heard) of\b/i, 'receives'],
  [/\b(?:tells?|told) of\b/i, 'reports'],
  [/\bheld against\b|\bholds? (?:\S+ ){1,6}against\b/i, 'checked against'],
  [/\b(?:that|which) (?:is|are) none\b/i, 'invalid, unknown'],
  [/\bnone besides\b|\bas good as none\b/i, 'no others, ignored'],
  [/\b(?:somebody|anybody|everybody|whoever)\b/i, 'the role: a person, a caller, a subscriber'],
  [/\band the like\b/i, 'such as'],
  [/\bthis once\b/i, 'only once'],
  [/\b(?:became|becomes|comes|came) of\b/i, 'the result of'],
];

/** The specification is quoted word for word; this file lists the words. */
const EXEMPT = ['docs/specification.md', 'test/words.test.ts'];

it.each(REPLACED)('no file contains %s, for which the term is "%s"', (word) => {
  const found = textFiles()
    .filter((file) => !EXEMPT.includes(file))
    .flatMap((file) =>
      readPage(file)
        .split('\n')
        .flatMap((line, index) =>
          word.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { checkTags, linesOf, testsOf } from './check-tags.js';
import { readStatements } from './read-statements.js';

const page =
  '## Limits\n\n| Item | Value |\n|---|---|\n| Length | 6 |\n| Age | 7 |\n\nNothing else.\n';
const sections = [{ heading: 'Limits', name: 'limits', lines: ['length', 'age', 'rest'] }];
const lines = linesOf(readStatements(page), sections);

const test = (...tags: readonly string[]) => ({ file: 'a.test.ts', title: 'is six', tags });
const complaints = (
  tags: readonly string[],
  { astray = [], noted = [] }: { astray?: readonly string[]; noted?: readonly string[] } = {},
) =>
  checkTags(lines, { tests: [test(...tags)], astray }, (id) => (noted.includes(id) ? 'why' : null));

describe('the check', () => {
  it.each<[string, readonly string[]]>([
    ['a test of each line', ['limits/length', 'limits/age', 'limits/rest']],
    ['a test of a whole section', ['limits/*']],
    ['a test of lines with ids of one form', ['limits/*e*', 'limits/age']],
  ])('is content with %s', (_, tags) => {
    expect(complaints(tags)).toEqual([]);
  });

  it('is content with a line that has a note instead', () => {
    expect(complaints(['limits/length', 'limits/age'], { noted: ['limits/rest'] })).toEqual([]);
  });

  it.each<[string, readonly string[], object, string]>([
    ['a line without a test', ['limits/length', 'limits/age'], {}, 'no test shows limits/rest'],
    ['a tag of no line', ['limits/*', 'limits/width'], {}, 'shows limits/width, which is no line'],
    ['a form of no line', ['limits/*', 'errors/*'], {}, 'shows errors/*, which is no line'],
    [
      'a tag above nothing that runs',
      ['limits/*'],
      { astray: ['b.test.ts: limits/age'] },
      'b.test.ts: limits/age is above no test',
    ],
  ])('complains of %s', (_, tags, more, complaint) => {
    expect(complaints(tags, more)).toEqual([expect.stringContaining(complaint)]);
  });

  it('complains of two lines with one id', () => {
    const twice = lines.map((line) => ({ ...line, id: 'limits/length' }));
    const found = checkTags(twice, { tests: [test('limits/length')], astray: [] }, () => null);
    expect(found).toContain('two lines are limits/length');
  });

  it('takes a tag for a whole id, and not for the beginning of another', () => {
    const [length] = lines;
    expect(testsOf(length!, [test('limits/leng'), test('limits/lengthy')])).toEqual([]);
  });
});

describe('the ids', () => {
  it.each([
    ['too few', [{ heading: 'Limits', name: 'limits', lines: ['length'] }]],
    ['too many', [{ heading: 'Limits', name: 'limits', lines: ['a', 'b', 'c', 'd'] }]],
    ['of another section', [{ heading: 'Errors', name: 'errors', lines: [] }]],
  ])('have to be as many as the lines of their section: %s', (_, wrong) => {
    expect(() => linesOf(readStatements(page), wrong)).toThrow(/ids/);
  });
});
